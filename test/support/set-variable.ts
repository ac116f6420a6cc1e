// Sets an environment variable of this process for one test, and puts it back afterwards.
import { onTestFinished } from "vitest";

export function setVariable(name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}
