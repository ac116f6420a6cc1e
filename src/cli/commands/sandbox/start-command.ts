// Declares `start`: its options are those of the configuration.
import {
  type Config,
  defaultTextOf,
  flagOf,
  loadConfig,
  OPTION_NAMES,
  OPTIONS,
  type Option as OptionRow,
  variableOf,
} from "../../../config/options.ts";
import { armFailpoint } from "../../../kernel/failpoint.ts";
import { type CliOption, ownCommand } from "../../command.ts";
import type { ProcessIo } from "../../process-io.ts";
import { start } from "./start.ts";

/** The configuration's options as flags, for every command that starts a sandbox. */
export const START_OPTIONS: readonly CliOption[] = OPTION_NAMES.map((name) => {
  const { argument, description, repeatable } = OPTIONS[name] as OptionRow<unknown>;
  const again = repeatable ? ", repeatable" : "";
  return {
    flags: argument === null ? flagOf(name) : `${flagOf(name)} <${argument}>`,
    about: `${description} (${variableOf(name)}${again}; default: ${defaultTextOf(name)})`,
    ...(repeatable ? { repeatable } : {}),
  };
});

/** Reads the configuration from flags, environment and config file, and arms its failpoint if it names one. @throws ConfigError */
export function configOf(flags: Readonly<Record<string, unknown>>, io: ProcessIo): Config {
  const config = loadConfig({ flags, environment: io.environment, readFile: io.readFile });
  armFailpoint(config.failpoint, io.killSelf);
  return config;
}

export const startCommand = ownCommand<Record<string, unknown>>({
  name: "start",
  about: "start a sandbox and run it until Ctrl+C",
  options: START_OPTIONS,
  examples: ["start --port 0 --clock frozen --webhook http://localhost:3000/hooks"],
  exits: { 0: "a signal stopped it", 1: "it could not start, or not stop cleanly" },
  run: ({ options, io, create }) => start(configOf(options, io), io, create),
});
