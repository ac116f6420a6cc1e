// The readings: table, parsing, and what holds for whom.
import { describe, expect, test } from "vitest";
import {
  checkedReadings,
  parseReadings,
  parseReadingsFile,
  ReadingFault,
} from "../../../src/contract/readings/parse.ts";
import { Readings } from "../../../src/contract/readings/readings.ts";
import { defaultOf, READING_NAMES, READINGS, rowOf, valuesOf } from "../../../src/contract/readings/table.ts";
import { serviceDocument } from "../../../src/spec/document.ts";
import { operationsOf } from "../../../src/spec/operations.ts";

describe("the table of readings (C-20)", () => {
  test("there are 31 readings with 70 values, and every value has its own name and sentence", () => {
    expect(READING_NAMES).toHaveLength(31);
    expect(READING_NAMES.flatMap(valuesOf)).toHaveLength(70);
    for (const name of READING_NAMES) {
      const { values, about } = rowOf(name);
      expect(new Set(values.map(([value]) => value)).size, name).toBe(values.length);
      expect(about.length, name).toBeGreaterThan(10);
      for (const [, text] of values) expect(text.length, name).toBeGreaterThan(1);
    }
  });

  test("every operation, event and schema that a row names exists in the document", () => {
    const operations = operationsOf(serviceDocument);
    for (const name of READING_NAMES) {
      const row = rowOf(name);
      for (const id of row.operations) expect(operations.has(id), `${name}: ${id}`).toBe(true);
      for (const type of row.events) expect(serviceDocument.webhooks?.[type], `${name}: ${type}`).toBeDefined();
      for (const schema of row.schemas)
        expect(schema === "*" || serviceDocument.components?.schemas?.[schema], `${name}: ${schema}`).toBeTruthy();
      expect(row.operations.length + row.events.length + row.schemas.length, name).toBeGreaterThan(0);
      expect(row.decision.length, name).toBeGreaterThan(0);
    }
  });

  test("names and values need no quotes in a shell and hold neither comma nor equals sign", () => {
    for (const name of READING_NAMES) {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      for (const value of valuesOf(name)) expect(value).toMatch(/^[a-z0-9]+(-[a-z]+)*$/);
    }
  });
});

describe("parsing", () => {
  test("several texts with several readings each; the last value of a name counts", () => {
    expect(parseReadings(["record=top-level, absent_time=omitted", "record=data", ""])).toEqual({
      record: "data",
      absent_time: "omitted",
    });
  });

  test.each([
    ["recrd=data", '"recrd" is no reading: did you mean record?'],
    ["time-text=millis", '"time-text" is no reading: did you mean time_text?'],
    [
      "record=toplevel",
      'record has no value "toplevel": it is one of data, top-level, alternate; did you mean top-level?',
    ],
    ["record", '"record": write NAME=VALUE, such as record=top-level'],
    ["=data", '"=data": write NAME=VALUE, such as record=top-level'],
    ["record=", 'record has no value "": it is one of data, top-level, alternate'],
  ])("%s is refused with the nearest", (text, message) => {
    expect(() => parseReadings([text])).toThrow(new ReadingFault(message));
  });

  test("a name that is near to none gets the command that lists them", () => {
    expect(() => parseReadings(["zzzzzzzzzzzzzzzzzz=1"])).toThrow(
      '"zzzzzzzzzzzzzzzzzz" is no reading: "contract readings" lists them',
    );
  });

  test("__proto__ and other names of objects are no readings", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(() => parseReadings([`${name}=x`])).toThrow(ReadingFault);
      expect(() => checkedReadings(JSON.parse(`{"${name}": "x"}`))).toThrow(ReadingFault);
    }
  });

  test("a file holds the readings, or has them under `readings`", () => {
    expect(parseReadingsFile('{"record": "top-level", "time_text": null}')).toEqual({ record: "top-level" });
    expect(parseReadingsFile('\uFEFF{"readings": {"record": "top-level"}, "open": []}')).toEqual({
      record: "top-level",
    });
    for (const text of ["", "[]", "null", '"record"', '{"record": 1}', '{"readings": {"record": "x"}}'])
      expect(() => parseReadingsFile(text), text).toThrow(ReadingFault);
  });
});

describe("what holds", () => {
  test("without a choice everything has its default, for every tenant", () => {
    const readings = new Readings();
    expect(readings.isDefault()).toBe(true);
    expect(readings.isDefault("a")).toBe(true);
    for (const name of READING_NAMES) expect(readings.valueOf(name, "a")).toBe(defaultOf(name));
    expect(readings.current("a")).toEqual(Object.fromEntries(READING_NAMES.map((name) => [name, valuesOf(name)[0]])));
  });

  test("a choice for all holds for every tenant; a tenant's own wins, and null takes it back", () => {
    const readings = new Readings({ record: "top-level" });
    expect(readings.valueOf("record", "a")).toBe("top-level");
    readings.set({ record: "alternate", time_text: "seconds" }, "a");
    expect(readings.chosen("a")).toEqual({ record: "alternate", time_text: "seconds" });
    expect(readings.valueOf("record", "b")).toBe("top-level");
    readings.set({ record: null }, "a");
    expect(readings.chosen("a")).toEqual({ record: "top-level", time_text: "seconds" });
    readings.clear("a");
    expect(readings.chosen("a")).toEqual({ record: "top-level" });
    readings.set({ record: "data" }, "a");
    expect(readings.isDefault("a")).toBe(true);
    expect(readings.isDefault("b")).toBe(false);
    readings.clear();
    expect(readings.isDefault("b")).toBe(true);
  });

  test("C-32 what a webhook carries counts once, when it is sent, and never before", () => {
    const readings = new Readings({ webhook_payload: "slim", time_text: "micros" });
    readings.noteWritten("evt_1", ["webhook_payload", "time_text", "record"], "a");
    readings.noteWritten("evt_2", ["webhook_payload"], "a");
    expect(readings.met()).toEqual([]);
    readings.set({ time_text: "seconds" });
    for (let times = 0; times < 3; times += 1) readings.noteSent("evt_1");
    readings.noteSent("evt_of-nobody");
    expect(readings.met("a")).toEqual([
      { name: "time_text", value: "micros", met: 1 },
      { name: "webhook_payload", value: "slim", met: 1 },
    ]);
  });

  test("a value is met only while it holds and is not the default; counts can begin anew by tenant", () => {
    const readings = new Readings({ record: "top-level" });
    readings.noteMet("record", "a");
    readings.noteMet("record", "a");
    readings.noteMet("record", "b");
    readings.noteMet("time_text", "a");
    expect(readings.met()).toEqual([{ name: "record", value: "top-level", met: 3 }]);
    readings.forgetMet("a");
    expect(readings.met("a")).toEqual([]);
    expect(readings.met()).toEqual([{ name: "record", value: "top-level", met: 1 }]);
    readings.forgetMet();
    expect(readings.met()).toEqual([]);
  });

  test("turns are counted by tenant, reading and key", () => {
    const readings = new Readings();
    expect([readings.turn("record", "a", "x"), readings.turn("record", "a", "x")]).toEqual([0, 1]);
    expect(readings.turn("record", "a", "y")).toBe(0);
    expect(readings.turn("record", "b", "x")).toBe(0);
  });

  test("the first value of each row is its default", () => {
    for (const name of READING_NAMES) expect(defaultOf(name)).toBe(READINGS[name].values[0][0]);
  });
});
