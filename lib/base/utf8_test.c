/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include "test.h"

TEST(every_character_comes_back_from_its_bytes)
{
    for (uint32_t code = 0; code < 0x110000; code++) {
        char bytes[4];
        size_t length = cp_utf8_put(bytes, code);
        bool is_character = code < 0xd800 || code > 0xdfff;
        if (cp_utf8_length(bytes, bytes + length) != (is_character ? length : 0)) {
            EXPECT_INT(code, -1);
            return;
        }
        if (is_character && cp_utf8_get(bytes, length) != code) {
            EXPECT_INT(code, -2);
            return;
        }
    }
}

TEST(bytes_that_encode_nothing_are_refused)
{
    static const char *const wrong[] = {"\x80",
                                        "\xc0\x80",
                                        "\xc1\xbf",
                                        "\xe0\x9f\x80",
                                        "\xf0\x8f\x80\x80",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xff",
                                        "\xc3",
                                        "\xe2\x82",
                                        "\xed\xa0\x80"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        size_t bad = 99;
        EXPECT(!cp_utf8_is_valid(cp_str_from(wrong[i]), &bad));
        EXPECT_INT((int64_t)bad, 0);
    }
    size_t bad = 0;
    EXPECT(!cp_utf8_is_valid(CP_STR("ab\xff"), &bad));
    EXPECT_INT((int64_t)bad, 2);
    EXPECT(cp_utf8_is_valid(CP_STR("φ9 \xf0\x9f\x98\x80"), NULL));
}
