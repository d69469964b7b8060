/* SPDX-License-Identifier: MIT */
#include "rules/law.h"
#include "rules/variant/variant.h"
#include "test.h"

#include <dirent.h>

static struct cp_arena arena;
static struct cp_ints *ints;
static struct cp_diags diags;
static struct cp_variants all;

__attribute__((constructor)) static void load(void)
{
    cp_arena_init(&arena, NULL, NULL);
    ints = cp_ints_open();
    diags = cp_diags_in(&arena);
    if (!ints || !cp_variants_load(&all, &arena, ints, &diags))
        all.count = 0;
    cp_variants_wake(&all, &arena, ints);
}

static const struct cp_variant *find(const char *name)
{
    static const struct cp_variant nothing;
    const struct cp_variant *v = cp_variants_find(&all, cp_str_from(name));
    return v ? v : &nothing;
}

TEST(every_bundled_variant_loads_without_a_word)
{
    struct cp_buf said;
    cp_buf_init(&said, &arena);
    cp_diags_format(&diags, &said, 20);
    EXPECT_STR(cp_buf_str(&said), "");
    EXPECT(all.count >= 70);
    for (uint32_t i = 0; i < all.count; i++)
        EXPECT(!all.list[i]->asleep.len && all.list[i]->start.count >= 2);
}

TEST(a_variant_that_is_not_listed_has_the_number_behind_all)
{
    struct cp_variant own = *all.list[0];
    for (uint32_t i = 0; i < all.count; i++)
        EXPECT_INT(cp_variants_number(&all, all.list[i]), i);
    EXPECT_INT(cp_variants_number(&all, &own), all.count);
    EXPECT_INT(cp_variants_number(&all, NULL), all.count);
}

TEST(no_name_of_a_bundled_variant_is_one_of_another)
{
    for (uint32_t i = 0; i < all.count; i++) {
        const struct cp_variant *v = all.list[i];
        EXPECT(cp_variants_find(&all, v->id) == v && cp_variants_find(&all, v->name) == v);
        for (uint32_t k = 0; k < v->alias_count; k++) {
            const struct cp_variant *found = cp_variants_find(&all, v->aliases[k]);
            /* one has the whole name of another on purpose: a game that it refuses may be the
             * other's, which is told */
            bool is_shared = found == find("huygens") && v == find("trappist-1");
            EXPECT(found == v || is_shared);
        }
    }
}

TEST(what_a_variant_is_about_is_one_line_kept_from_its_file)
{
    EXPECT_STR(find("fide")->about, "");
    EXPECT_STR(find("Janus")->about,
               "on ten files, with two januses (bishop and knight) a side; Werner Schöndorf, 1978");
}

TEST(a_board_knows_where_pawns_make_their_first_move)
{
    static const struct {
        const char *name;
        int32_t white, black;
    } homes[] = {{"fide", 2, 7}, {"tencubed", 3, 8}, {"doublearmy", 2, 7}, {"gardner", 2, 4}};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        EXPECT_INT(find(homes[i].name)->alphabet.home[CP_WHITE], homes[i].white);
        EXPECT_INT(find(homes[i].name)->alphabet.home[CP_BLACK], homes[i].black);
    }
}

/* What a variant is called, and which games it is for. */
static void put_calling(struct cp_buf *out, const struct cp_variant *v)
{
    out->len = 0;
    cp_buf_printf(out, "%.*s: %.*s", CP_FMT(v->id), CP_FMT(v->name));
    for (uint32_t i = 0; i < v->alias_count; i++)
        cp_buf_printf(out, ", %.*s", CP_FMT(v->aliases[i]));
    cp_buf_printf(out, " %d %d", v->is_named_only, v->is_assumed);
}

TEST(a_variant_that_sleeps_is_called_as_its_file_says)
{
    struct cp_variants sleepers;
    struct cp_buf asleep, awake;
    cp_buf_init(&asleep, &arena);
    cp_buf_init(&awake, &arena);
    cp_variants_list(&sleepers, &arena);
    EXPECT_INT(sleepers.count, all.count);
    for (uint32_t i = 0; i < sleepers.count; i++) {
        EXPECT(sleepers.list[i]->asleep.len > 0);
        put_calling(&asleep, sleepers.list[i]);
        cp_variant_wake(sleepers.list[i], &arena, ints);
        put_calling(&awake, sleepers.list[i]);
        cp_buf_putc(&awake, '\0');
        EXPECT_STR(cp_buf_str(&asleep), awake.at);
    }
}

TEST(variants_are_found_by_id_name_and_alias_but_for_case_and_blanks)
{
    EXPECT_STR(find("coaip")->id, "coaip");
    EXPECT_STR(find("Chess on an Infinite Plane")->id, "coaip");
    EXPECT_STR(find("CHESS  on an\tinfinite plane ")->id, "coaip");
    EXPECT_STR(find("Chess on an Infinite Plane with Huygens Option")->id, "huygens");
    EXPECT_STR(find("huygens option")->id, "huygens");
    EXPECT_STR(find("Trappist - 1")->id, "trappist-1");
    EXPECT_STR(find("Formation Chess")->id, "formation");
    EXPECT(cp_variants_find(&all, CP_STR("Trappist-2")) == NULL);
    EXPECT(cp_variants_find(&all, CP_STR("")) == NULL);
}

TEST(frames_are_found_by_name_and_the_first_is_the_diagram)
{
    const struct cp_variant *v = find("trappist-1");
    EXPECT(cp_variant_frame(v, CP_STR("")) == &v->frames[0]);
    EXPECT(cp_variant_frame(v, CP_STR("Diagram")) == &v->frames[0]);
    const struct cp_frame *f = cp_variant_frame(v, CP_STR("classical"));
    EXPECT(f && cp_int_equal(f->shift.file, CP_INT(8)) && cp_int_equal(f->shift.rank, CP_INT(8)));
    EXPECT(cp_variant_frame(v, CP_STR("polar")) == NULL);
}

/* The facts of the variants' published pages, one man per line, sorted. */
static void format_men(struct cp_buf *out, const struct cp_variant *v, enum cp_side side)
{
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *man = &v->start.men[i];
        if (man->side != (uint8_t)side)
            continue;
        cp_str letter = cp_alphabet_letter(&v->alphabet, man->kind);
        cp_buf_printf(out, "%.*s %c %.*s ", CP_FMT(v->id), side == CP_WHITE ? 'w' : 'b',
                      CP_FMT(cp_str_is(letter, "H") ? CP_STR("Ha") : letter));
        cp_int_format(ints, out, man->square.file);
        cp_buf_putc(out, ' ');
        cp_int_format(ints, out, man->square.rank);
        cp_buf_putc(out, '\n');
    }
}

static int by_text(const void *a, const void *b)
{
    return cp_str_compare(*(const cp_str *)a, *(const cp_str *)b);
}

static cp_str sorted_lines(cp_str text)
{
    cp_str *lines = cp_arena_take_zero(&arena, text.len + 1, sizeof *lines);
    size_t count = 0;
    while (text.len) {
        const char *end = memchr(text.at, '\n', text.len);
        size_t len = end ? (size_t)(end - text.at) : text.len;
        if (len && text.at[0] != '#')
            lines[count++] = (cp_str){text.at, len};
        text = cp_str_skip(text, end ? len + 1 : len);
    }
    qsort(lines, count, sizeof *lines, by_text);
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    for (size_t i = 0; i < count; i++) {
        cp_buf_put(&out, lines[i]);
        cp_buf_putc(&out, '\n');
    }
    return cp_buf_str(&out);
}

static cp_str read_file(const char *path)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    FILE *f = fopen(path, "rb");
    EXPECT(f != NULL);
    for (size_t n = 1; f && n;) {
        n = fread(cp_buf_room(&out, 4096), 1, 4096, f);
        out.len += n;
    }
    if (f)
        fclose(f);
    return cp_buf_str(&out);
}

TEST(the_set_ups_are_the_published_ones_man_by_man)
{
    struct cp_buf got;
    cp_buf_init(&got, &arena);
    static const char *const ids[] = {"coaip", "huygens", "trappist-1", "formation", "trapper"};
    for (int i = 0; i < 5; i++) { /* R-INF-8, R-FORM-5, R-TR-17 */
        format_men(&got, find(ids[i]), CP_WHITE);
        format_men(&got, find(ids[i]), CP_BLACK);
    }
    cp_str wanted = sorted_lines(read_file("testdata/variants/setups.list"));
    cp_str listed = sorted_lines(cp_buf_str(&got));
    EXPECT(wanted.len > 3000);
    EXPECT(cp_str_equal(listed, wanted));
}

/* Black corners: 58 light squares, 53 dark ones, 6 traps. */
TEST(a_board_of_agents_has_six_traps_and_58_light_squares)
{
    const struct cp_variant *v = find("trapper");
    int light = 0, dark = 0, traps = 0;
    for (int file = 1; file <= v->files; file++)
        for (int rank = 1; rank <= v->ranks; rank++) {
            bool is_trap = false;
            for (uint32_t i = 0; i < v->trap_count; i++)
                is_trap |= v->traps[i].file.v == file && v->traps[i].rank.v == rank;
            traps += is_trap;
            light += !is_trap && (file + rank) % 2 == 1;
            dark += !is_trap && (file + rank) % 2 == 0;
        }
    EXPECT_INT(traps, 6);
    EXPECT_INT(light, 58);
    EXPECT_INT(dark, 53);
    EXPECT(v->family == CP_FAMILY_AGENTS && cp_alphabet_has_steps(&v->alphabet) &&
           v->pawn == CP_NO_KIND);
    EXPECT_INT(v->kinds[cp_alphabet_find(&v->alphabet, CP_STR("P"), false)].agent,
               CP_AGENT_PUPPETEER);
}

TEST(hawks_are_written_as_their_own_page_does_and_read_either_way)
{
    const struct cp_alphabet *a = &find("coaip")->alphabet;
    uint8_t hawk = cp_alphabet_find(a, CP_STR("Ha"), false);
    EXPECT_STR(cp_alphabet_letter(a, hawk), "H");
    a = &find("trappist-1")->alphabet;
    hawk = cp_alphabet_find(a, CP_STR("H"), false);
    EXPECT_STR(cp_alphabet_letter(a, hawk), "Ha");
    EXPECT_STR(a->pieces[cp_alphabet_find(a, CP_STR("Hu"), false)].name, "huygens");
    EXPECT_STR(a->pieces[cp_alphabet_find(a, CP_STR("Ch"), false)].name, "chancellor");
    EXPECT_STR(a->pieces[cp_alphabet_find(a, CP_STR("Gu"), false)].name, "guard");
}

TEST(the_pawn_has_no_letter_in_moves_and_P_in_lists)
{
    const struct cp_variant *v = find("huygens");
    EXPECT_INT(v->pawn, cp_alphabet_find(&v->alphabet, CP_STR("P"), false));
    EXPECT_STR(v->alphabet.pieces[v->pawn].letter, "");
    EXPECT_STR(cp_alphabet_letter(&v->alphabet, v->pawn), "P");
    EXPECT(v->kinds[v->pawn].promotes && v->kinds[v->pawn].en_passant);
    EXPECT(v->kinds[v->pawn].has_first && !v->kinds[v->pawn].royal);
}

static cp_str promotions(const struct cp_variant *v)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        const struct cp_promotion *own = &v->promotion[side];
        EXPECT_INT(own->rank_count, 1);
        EXPECT(cp_promotion_kinds(own) == cp_promotion_kinds(&v->promotion[CP_WHITE]));
        cp_int_format(ints, &out, own->ranks[0]);
        cp_buf_puts(&out, side == CP_WHITE ? "/" : "");
    }
    const struct cp_promotion *white = &v->promotion[CP_WHITE];
    for (uint32_t i = 0; i < white->to_count; i++)
        cp_buf_printf(&out, " %.*s", CP_FMT(cp_alphabet_letter(&v->alphabet, white->to[i])));
    return cp_buf_str(&out);
}

TEST(promotion_ranks_and_choices_are_those_of_R_INF_3)
{
    EXPECT_STR(promotions(find("coaip")), "8/1 Q R B N C H G");
    EXPECT_STR(promotions(find("formation")), "8/1 Q R B N C H G");
    EXPECT_STR(promotions(find("huygens")), "14/7 Q R B N C Ha G");
    EXPECT_STR(promotions(find("trappist-1")), "16/9 Q R B N C Ha G Hu");
}

TEST(a_huygens_jumps_primes_from_5_on_and_no_2_or_3)
{
    const struct cp_variant *v = find("trappist-1"); /* R-INF-1, R-INF-9 */
    const struct cp_kind *hu = &v->kinds[cp_alphabet_find(&v->alphabet, CP_STR("Hu"), false)];
    EXPECT_INT(hu->ray_count, 4);
    for (uint32_t i = 0; i < hu->ray_count; i++) {
        const cp_ray *r = &hu->rays[CP_BLACK][i];
        EXPECT(r->primes && r->leaps && r->low == 5 && r->high == 0);
        EXPECT(r->dx * r->dx + r->dy * r->dy == 1);
    }
}

static const struct cp_kind *kind(const char *letter)
{
    const struct cp_variant *v = find("trappist-1");
    return &v->kinds[cp_alphabet_find(&v->alphabet, cp_str_from(letter), false)];
}

TEST(the_other_pieces_have_the_rays_their_names_promise)
{
    EXPECT_INT(kind("Ha")->ray_count, 16);
    EXPECT_INT(kind("C")->ray_count, 12);
    EXPECT_INT(kind("G")->ray_count, 8);
    EXPECT_INT(kind("Q")->ray_count, 8);
    EXPECT_INT(kind("P")->ray_count, 4);
    EXPECT(kind("K")->royal && !kind("G")->royal);
    EXPECT_INT(kind("P")->rays[CP_BLACK][0].dy, -1);
}

TEST(windows_are_as_large_as_the_published_diagrams)
{
    static const struct {
        const char *id;
        int64_t files, ranks;
    } sizes[] = {
        {"coaip", 20, 22}, {"huygens", 20, 22}, {"trappist-1", 24, 24}, {"formation", 20, 22}};
    for (int i = 0; i < 4; i++) {
        const cp_square *w = find(sizes[i].id)->window;
        EXPECT_INT(cp_int_sub(ints, w[1].file, w[0].file).v + 1, sizes[i].files);
        EXPECT_INT(cp_int_sub(ints, w[1].rank, w[0].rank).v + 1, sizes[i].ranks);
    }
    EXPECT(find("coaip")->has_origin_mark && !find("huygens")->has_origin_mark);
}

/* "P 1,2+": letter, square, and + for a piece that may still make its first move. */
static cp_str men_of(const struct cp_variant *v)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *man = &v->start.men[i];
        cp_buf_printf(&out, "%s%c%.*s", i ? " " : "", man->side == CP_WHITE ? 'w' : 'b',
                      CP_FMT(cp_alphabet_letter(&v->alphabet, man->kind)));
        cp_int_format(ints, &out, man->square.file);
        cp_buf_putc(&out, ',');
        cp_int_format(ints, &out, man->square.rank);
        cp_buf_puts(&out, man->moved ? "" : "+");
    }
    return cp_buf_str(&out);
}

static struct cp_variant *with_setup(const char *setup)
{
    struct cp_variant *v;
    struct cp_buf yaml;
    cp_buf_init(&yaml, &arena);
    cp_buf_puts(&yaml, "id: tiny\nname: Tiny\nboard: plane\nnotation: numeric\nwindow: a1 h8\n"
                       "pieces: {K: {name: king, move: K, royal: true},\n"
                       "  P: {name: pawn, move: fWimfW2}}\nsetup:\n");
    cp_buf_puts(&yaml, setup);
    bool good = cp_variant_parse(&v, &arena, ints, cp_buf_str(&yaml), "tiny.yaml", &diags);
    EXPECT(good);
    return v;
}

TEST(a_range_is_all_its_squares_and_marks_say_whose_first_move_is_left)
{
    const struct cp_variant *v =
        with_setup("  white: {K: e1, P: \"(-1,2)-(1,2) h4-g3\"}\n  black: {K: e9}\n");
    EXPECT_STR(men_of(v), "wK5,1+ wP-1,2+ wP0,2+ wP1,2+ wP7,3+ wP8,3+ wP7,4+ wP8,4+ bK5,9+");
    EXPECT_INT(v->start.turn, CP_WHITE);
    v = with_setup("  white: {K: e1, P: \"a2-c2+ (-4,7)\"}\n  mirror: 9\n  begins: black\n");
    EXPECT_STR(men_of(v), "wK5,1 wP1,2+ wP2,2+ wP3,2+ wP-4,7 bK5,8 bP1,7+ bP2,7+ bP3,7+ bP-4,2");
    EXPECT_INT(v->start.turn, CP_BLACK);
    v = with_setup("  white: {K: e1, P: a2-c2}\n  black: {K: e9}\n  moved: b2-c2 e1\n");
    EXPECT_STR(men_of(v), "wK5,1 wP1,2+ wP2,2 wP3,2 bK5,9+");
}

TEST(a_bounded_board_and_its_bare_squares_need_no_code)
{
    struct cp_variant *v;
    bool good =
        cp_variant_parse(&v, &arena, ints, read_file("testdata/variants/fine/classical.yaml"),
                         "classical.yaml", &diags);
    EXPECT(good);
    if (!good)
        return;
    EXPECT(v->bounded && v->alphabet.bounded && v->files == 8 && v->ranks == 8);
    EXPECT_INT(v->alphabet.native, CP_BARE);
    EXPECT_INT(v->start.count, 32);
    EXPECT_STR(promotions(v), "8/1 Q R B N");
    EXPECT_INT(v->window[1].file.v, 8);
}

TEST(a_goal_is_blocks_and_ranks_of_squares_for_some_pieces)
{
    struct cp_variant *v;
    bool good = cp_variant_parse(&v, &arena, ints, read_file("testdata/variants/fine/goals.yaml"),
                                 "goals.yaml", &diags);
    EXPECT(good);
    if (!good)
        return;
    const struct cp_goal *goal = &v->goal;
    EXPECT_INT(goal->block_count[CP_WHITE], 3);
    EXPECT(!goal->blocks[CP_WHITE][0].has[0] && goal->blocks[CP_WHITE][0].has[CP_BORDER_BOTTOM]);
    EXPECT_INT(goal->blocks[CP_WHITE][1].at[1].v, 4);
    EXPECT(goal->kinds == 6);
    EXPECT(goal->count == 2 && goal->is_safe && !goal->is_answered[CP_WHITE]);
    EXPECT_INT(v->wins[CP_BLACK], CP_WINS_CHECKMATE | CP_WINS_GOAL);
}

TEST(a_side_may_promote_on_several_ranks_or_none_and_to_a_list_of_its_own) /* R-INF-7 */
{
    struct cp_variant *v;
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    bool good = cp_variant_parse(&v, &arena, ints, read_file("testdata/variants/fine/ranks.yaml"),
                                 "ranks.yaml", &diags);
    EXPECT(good);
    for (int side = CP_WHITE; good && side <= CP_BLACK; side++) {
        const struct cp_promotion *own = &v->promotion[side];
        struct cp_ranks ranks = {.count = 0};
        for (uint32_t i = 0; i < own->rank_count; i++)
            EXPECT(cp_ranks_add(&ranks, ints, own->ranks[i]));
        cp_ranks_format_json(&out, ints, &ranks);
        for (uint8_t kind = 0; kind < v->alphabet.count; kind++)
            if (cp_promotes_to(v, side, kind))
                cp_buf_put(&out, cp_alphabet_letter(&v->alphabet, kind));
    }
    EXPECT_STR(cp_buf_str(&out), "[-100000000000000000000,8,17]QN[]N");
}

TEST(a_variant_that_wakes_amid_a_game_keeps_its_big_numbers_when_the_game_is_forgotten)
{
    struct cp_ints *t = cp_ints_open();
    struct cp_variant v = {.id = CP_STR("ranks"),
                           .asleep = read_file("testdata/variants/fine/ranks.yaml")};
    cp_int number;
    size_t mark = cp_ints_mark(t);
    EXPECT(cp_int_parse(t, &number, CP_STR("55555555555555555555")));
    cp_variant_wake(&v, &arena, t);
    EXPECT_INT((int)v.promotion[CP_WHITE].rank_count, 3);
    cp_ints_reset(t, mark);
    for (int i = 0; i < 8; i++)
        number = cp_int_add(t, cp_int_scale(t, cp_int_from(t, INT64_C(1) << 61), 9 + i), number);
    EXPECT(cp_int_parse(t, &number, CP_STR("-100000000000000000000")));
    EXPECT(cp_promotes_on(&v, CP_WHITE, (cp_square){.rank = number}));
    cp_ints_close(t);
}

TEST(what_the_engine_cannot_decide_it_refuses_with_the_pieces_name)
{
    struct cp_variant *v;
    struct cp_law law;
    struct cp_buf said;
    struct cp_diags d = cp_diags_in(&arena);
    cp_buf_init(&said, &arena);
    EXPECT(cp_variant_parse(&v, &arena, ints,
                            read_file("testdata/variants/fine/dabbaba-rider.yaml"),
                            "dabbaba-rider.yaml", &d));
    EXPECT(!cp_law_init(&law, v, &arena, &d));
    cp_diags_format(&d, &said, 20);
    EXPECT_STR(cp_buf_str(&said), "error: this piece's moves cannot be decided exactly: the "
                                  "dabbaba-rider [variant-undecidable]\n");
}

TEST(the_example_of_the_manual_loads)
{
    cp_str manual = read_file("schemas/chessplane-variant.5");
    while (manual.len && !cp_str_starts(manual, CP_STR(".nf\n")))
        manual = cp_str_skip(manual, 1);
    cp_str example = {manual.at + (manual.len ? 4 : 0), 0};
    while (example.len + 8 < manual.len &&
           !cp_str_starts(cp_str_skip(manual, 4 + example.len), CP_STR(".fi\n")))
        example.len++;
    struct cp_variant *v;
    EXPECT(example.len > 100);
    EXPECT(cp_variant_parse(&v, &arena, ints, example, "example", &diags));
}

/* ---- testdata/variants/bad: files that are refused, and what is said of them ---- */

static cp_str faults_of(const char *folder, const char *name)
{
    struct cp_variant *v;
    struct cp_buf path, said;
    struct cp_diags d = cp_diags_in(&arena);
    cp_buf_init(&path, &arena);
    cp_buf_init(&said, &arena);
    cp_buf_printf(&path, "%s/%s%c", folder, name, '\0');
    if (cp_variant_parse(&v, &arena, ints, read_file(path.at), name, &d))
        cp_buf_puts(&said, "nothing is wrong\n");
    cp_diags_format(&d, &said, 20);
    return cp_buf_str(&said);
}

/* With CP_BLESS in the environment what is said becomes what is wanted. */
static void check_golden(const char *folder, const char *name, cp_str said)
{
    struct cp_buf path;
    cp_buf_init(&path, &arena);
    cp_buf_printf(&path, "%s/%.*s.err%c", folder, (int)(strlen(name) - 5), name, '\0');
    if (getenv("CP_BLESS")) {
        FILE *f = fopen(path.at, "wb");
        EXPECT(f && fwrite(said.at, 1, said.len, f) == said.len && fclose(f) == 0);
        return;
    }
    cp_str wanted = read_file(path.at);
    if (cp_str_equal(said, wanted))
        return;
    printf("# %s/%s: what is said of it differs\n", folder, name);
    test_show("got   ", said);
    test_show("wanted", wanted);
    EXPECT(!"as blessed");
}

TEST(every_bad_variant_file_is_refused_with_its_faults_and_their_places)
{
    static const char folder[] = "testdata/variants/bad";
    DIR *dir = opendir(folder);
    EXPECT(dir != NULL);
    unsigned count = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t len = strlen(e->d_name);
        if (len < 6 || strcmp(e->d_name + len - 5, ".yaml") != 0)
            continue;
        cp_str said = faults_of(folder, e->d_name);
        EXPECT(!cp_str_starts(said, CP_STR("nothing")));
        check_golden(folder, e->d_name, said);
        count++;
    }
    if (dir)
        closedir(dir);
    EXPECT(count >= 20);
}
