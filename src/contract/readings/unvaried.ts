// Table: decisions that could be otherwise (confidence M or L) and have no reading, each with the reason (C-22).

const PATH =
  "the path, the method or the parameters of the operation are decided: an app that calls it must know them, and another one would be another operation";
const INPUT =
  "it is about what a request may hold: an app that sends less is safe, and strict mode shows what it relies on";
const SHAPE =
  "names of members that the specification does not show at all: strict mode leaves them out, and `contract reliance` finds who needs them";
const WORLD = "it is about what happens on the chains or to money, which no reading changes";
const ERROR = "which error a wrong request gets: the app's mistake is the same, and `error_text` varies the words";

/** Why a decision does not vary, by its number. */
export const UNVARIED: Readonly<Record<string, string>> = {
  "K-2": ERROR,
  "K-10": INPUT,
  "H-03": WORLD,
  "H-04": WORLD,
  "H-12":
    "the path of the same resource says that an asset is a contract address, so another value would contradict it",
  "H-14": SHAPE,
  "H-16": SHAPE,
  "H-21": WORLD,
  "H-23": INPUT,
  "H-24": WORLD,
  "H-37": "the default order and the errors of one list; `list_order` varies the lists without an order of their own",
  "H-39": ERROR,
  "H-42": WORLD,
  "H-44": "an id has one meaning: another would be another operation",
  "H-45": PATH,
  "H-47": PATH,
  "H-48": PATH,
  "H-50": PATH,
  "H-51": PATH,
  "H-53": PATH,
  "H-54": PATH,
  "H-55": PATH,
  "H-56": PATH,
  "H-57": PATH,
  "H-58": PATH,
  "H-64": SHAPE,
  "H-65": SHAPE,
  "H-66": INPUT,
  "H-67": SHAPE,
  "H-72": INPUT,
  "H-85":
    "a limit for callers without a key, which an app with a key never meets; `--tier standard` rehearses the small one",
  "H-86": "a window that the virtual clock ends exists in the sandbox only",
  "H-88": "a member that the specification does not name: strict mode leaves it out",
};
