"""Writes widths.tsv: how many columns terminals give each character, by the Python package wcwidth.

pip install wcwidth==0.7.0
"""
import pathlib
import unicodedata

from wcwidth import wcwidth

# Characters that Python's own tables know, but for control characters, fillers, and those whose width depends on
# what stands before.
runs = []
for value in range(0x20, 0x110000):
    character = chr(value)
    if unicodedata.category(character) in ("Cc", "Cf", "Cn", "Co", "Cs", "Mc", "Zl", "Zp"):
        continue
    if "HANGUL" in unicodedata.name(character, "") and "FILLER" in unicodedata.name(character):
        continue
    width = wcwidth(character)
    if runs and runs[-1][2] == width and runs[-1][1] == value - 1:
        runs[-1][1] = value
    else:
        runs.append([value, value, width])

lines = [f"{first:X}\t{last:X}\t{width}\n" for first, last, width in runs]
pathlib.Path(__file__).with_name("widths.tsv").write_text("".join(lines))
