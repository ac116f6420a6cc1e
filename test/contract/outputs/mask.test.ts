// Secrets in texts: every form is masked, and a list that grows masks what it holds now.
import { expect, test } from "vitest";
import { maskKnown } from "../../../src/contract/outputs/mask.ts";

test("a secret is masked in each form in which a text can hold it", () => {
  const secret = 'planted "secret"/+ü';
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
    Buffer.from(secret).toString("base64url"),
    Buffer.from(secret).toString("hex"),
  ];
  for (const form of forms) expect(maskKnown(`before ${form} after`, [secret])).toBe("before ... after");
});

test("a secret that is added or replaced later is masked too", () => {
  const secrets = ["first-secret"];
  expect(maskKnown("first-secret later-secret", secrets)).toBe("... later-secret");
  secrets.push("later-secret");
  expect(maskKnown("first-secret later-secret", secrets)).toBe("... ...");
  secrets[0] = "other-secret";
  expect(maskKnown("first-secret other-secret", secrets)).toBe("first-secret ...");
});
