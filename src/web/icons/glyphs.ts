// Table: a dot-matrix font of letters and digits, five by seven dots; each row is one base-32 digit.
const GLYPHS: Readonly<Record<string, string>> = {
  A: "ehhvhhh",
  B: "uhhuhhu",
  C: "ehggghe",
  D: "uhhhhhu",
  E: "vgguggv",
  F: "vgguggg",
  G: "ehgnhhf",
  H: "hhhvhhh",
  I: "e44444e",
  J: "72222ic",
  K: "hikokih",
  L: "ggggggv",
  M: "hrllhhh",
  N: "hhpljhh",
  O: "ehhhhhe",
  P: "uhhuggg",
  Q: "ehhhlid",
  R: "uhhukih",
  S: "fgge11u",
  T: "v444444",
  U: "hhhhhhe",
  V: "hhhhha4",
  W: "hhhllla",
  X: "hha4ahh",
  Y: "hhha444",
  Z: "v1248gv",
  "0": "ehjlphe",
  "1": "4c4444e",
  "2": "eh1248v",
  "3": "v2421he",
  "4": "26aiv22",
  "5": "vgu11he",
  "6": "68guhhe",
  "7": "v124888",
  "8": "ehhehhe",
  "9": "ehhf12c",
};

export const GLYPH_WIDTH = 5;
export const GLYPH_HEIGHT = 7;

/** True where the glyph of a character has a dot; a character without a glyph has none. */
export function hasDot(character: string, column: number, row: number): boolean {
  const dots = Number.parseInt(GLYPHS[character]?.[row] ?? "0", 32);
  return ((dots >> (GLYPH_WIDTH - 1 - column)) & 1) === 1;
}
