// `export`: writes the world as one JSON file that `start --import` reads.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { clientCommand } from "../../command.ts";
import { print } from "../../output.ts";
import { CommandError, codeOf } from "../../process-io.ts";

export const exportCommand = clientCommand<{ output?: string; json?: true }>({
  name: "export",
  about: "write the whole world as one JSON file, for start --import",
  options: [{ flags: "-o, --output <FILE>", about: "the file (default: stdout)" }],
  examples: ["export --output world.json"],
  async run({ client, options: { output, json }, io }) {
    const world = await client.get("/admin/export");
    const text = `${JSON.stringify(world)}\n`;
    if (output === undefined) {
      io.out(text);
      return 0;
    }
    try {
      io.writeFile(output, text);
    } catch (error) {
      throw new CommandError(`${output} cannot be written${codeOf(error)}: check the path and its permissions`);
    }
    const written = { file: output, bytes: Buffer.byteLength(text) };
    const name = escapeControl(output);
    return print(
      io,
      json,
      written,
      () => `${name}: ${written.bytes} bytes; start --import ${name} makes the same world\n`,
    );
  },
});
