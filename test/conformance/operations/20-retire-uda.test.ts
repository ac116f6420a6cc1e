// Sections 20 and 21: DELETE /uda/{id}, and access to the settlements of a UDA.
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { aUda, sendToken } from "../../support/payments/a-uda.ts";
import { exact, expectProblem, recordOf } from "../api.ts";
import { send } from "../http-client.ts";

const sandbox = sharedSandbox();
const retire = (id: string, key?: null) =>
  send(sandbox(), { method: "DELETE", path: `/uda/${id}`, ...(key === null ? { key } : {}) });
const statusOf = async (id: string) => recordOf(await exact(sandbox(), `/uda/${id}`)).status;

test("it is there, for those who have a key (S-294)", async () => {
  const { id } = await aUda(sandbox().api, { owner: "kept" });
  expectProblem(await retire(id, null), 401, "Missing or invalid API key");
  expect(await statusOf(id)).toBe("active");
  expect((await retire(id)).status).toBe(200);
});

test("it retires the UDA of the path and no other (S-295, S-299)", async () => {
  const [one, other] = [await aUda(sandbox().api, { owner: "one" }), await aUda(sandbox().api, { owner: "other" })];
  await retire(one.id);
  expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(["retired", "active"]);
  expectProblem(await retire("0197a100-3d52-7a01-8c44-5f6071829304"), 404, "UDA not found");
});

test("it answers 200 and success with the message ok, again too (S-296, S-297)", async () => {
  const { id } = await aUda(sandbox().api, { owner: "twice" });
  for (let time = 0; time < 2; time++) {
    const { status, body } = await retire(id);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: "ok", data: null } });
  }
});

test("an id that is none is 400 (S-295, S-298)", async () => {
  for (const id of ["a%20b", "a'b", "%00", "x".repeat(129), ""])
    expectProblem(await retire(id), 400, "Invalid request");
});

test("the settlements of a UDA are shown to those who have a key (S-300)", async () => {
  const { id, address } = await aUda(sandbox().api, { owner: "watched" });
  await sendToken(sandbox(), { network: "polygon", asset: "USDT", to: address, amount: "10" });
  const path = `/uda/${id}/settlements`;
  expectProblem(await send(sandbox(), { path, key: null }), 401, "Missing or invalid API key");
  expect((await exact(sandbox(), path)).data.items).toMatchObject([{ uda_id: id }]);
});
