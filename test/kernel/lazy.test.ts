// A value that is made when it is first asked for.
import { expect, test } from "vitest";
import { lazy } from "../../src/kernel/lazy.ts";

test("the value is made at the first call, once, even if it is undefined", () => {
  const made: string[] = [];
  const [one, none] = [lazy(() => made.push("one")), lazy(() => void made.push("none"))];
  expect(made).toEqual([]);
  expect([one(), one(), none(), none()]).toEqual([1, 1, undefined, undefined]);
  expect(made).toEqual(["one", "none"]);
});

test("what failed is tried again", () => {
  const answers = [new Error("not yet"), "done"];
  const value = lazy(() => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  expect(value).toThrow("not yet");
  expect([value(), value()]).toEqual(["done", "done"]);
});
