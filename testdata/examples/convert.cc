// convert.cc -- the games of standard input as PGN for other programs, in C++11.
//
//     c++ -std=c++11 convert.cc $(pkg-config --cflags --libs chessplane) -o convert
//     ./convert <games.txt >games.pgn
#include <chessplane.h>
#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

struct Close {
    void operator()(chessplane *plane) const { chessplane_close(plane); }
};

std::unique_ptr<chessplane, Close> open()
{
    chessplane *plane = nullptr;
    const int status = chessplane_open(&plane, nullptr);
    std::unique_ptr<chessplane, Close> owner(plane);
    if (status != CHESSPLANE_OK)
        throw std::runtime_error(chessplane_error(plane));
    return owner;
}

} // namespace

int main()
try {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    const auto plane = open();
    const char *const options[] = {"to=pgn", nullptr};
    chessplane_string pgn;
    int status = chessplane_read_text(plane.get(), "stdin", text.data(), text.size());
    while (status != CHESSPLANE_END) {
        status = chessplane_next(plane.get());
        if (status > CHESSPLANE_REFUSED)
            throw std::runtime_error(chessplane_error(plane.get()));
        if (status == CHESSPLANE_OK && chessplane_convert(plane.get(), options, &pgn) == CHESSPLANE_OK)
            std::cout.write(pgn.at, static_cast<std::streamsize>(pgn.length));
        for (std::size_t i = 0; i < chessplane_message_count(plane.get()); i++)
            std::cerr << chessplane_message_at(plane.get(), i)->text.at << '\n';
    }
    return 0;
} catch (const std::exception &e) {
    std::cerr << "convert: " << e.what() << '\n';
    return 1;
}
