"""Makes `huffman.txt` here: strings in the Huffman code of HPACK, sound and damaged, and what hpack's decoder says of them.

    pip install hpack
    python Fixtures/network/huffman.py
"""

import pathlib
import random

from hpack.exceptions import HPACKDecodingError
from hpack.huffman import HuffmanEncoder
from hpack.huffman_constants import REQUEST_CODES, REQUEST_CODES_LENGTH
from hpack.huffman_table import decode_huffman

USUAL = b"abcdefghijklmnopqrstuvwxyz0123456789-_=./:% ABC"


def damaged(code, chance):
    """One bit turned, cut short, or with bytes behind it."""
    kind = chance.randrange(3)
    if kind == 0:
        place = chance.randrange(len(code))
        return code[:place] + bytes([code[place] ^ 1 << chance.randrange(8)]) + code[place + 1:]
    if kind == 1:
        return code[:chance.randrange(1, len(code) + 1)]
    more = [chance.choice([0xFF, 0xFE, 0x7F, 0, chance.randrange(256)]) for _ in range(chance.randrange(1, 5))]
    return code + bytes(more)


def verdict(code):
    try:
        return decode_huffman(code).hex()
    except HPACKDecodingError:
        return "invalid"


def main():
    chance = random.Random(1)
    encode = HuffmanEncoder(REQUEST_CODES, REQUEST_CODES_LENGTH).encode
    codes = [encode(bytes([byte])) for byte in range(256)]
    for length in range(2, 40):
        codes.append(encode(bytes(chance.choices(USUAL, k=length))))
        codes.append(encode(bytes(chance.choices(range(256), k=length))))
    codes += [damaged(chance.choice(codes), chance) for _ in range(500)]
    lines = [f"{bytes(code).hex()} {verdict(bytes(code))}\n" for code in codes]
    pathlib.Path(__file__).with_name("huffman.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()
