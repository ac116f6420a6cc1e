// How fast it is, and how we know: starts the shipped command, drives it as a client would, prints one table.
import { benchDeposits, benchLadder, benchLatency } from "./deposits.ts";
import { benchEngine } from "./engine.ts";
import { benchLists } from "./lists.ts";
import { benchPackage } from "./package.ts";
import { benchRequests } from "./requests.ts";
import { startServer } from "./server.ts";
import { benchStart } from "./start.ts";
import { printTable, type Row } from "./table.ts";
import { benchTimelines } from "./timelines.ts";
import { benchJourney, benchTenants } from "./worlds.ts";

const LATENCY_SAMPLES = Number(process.env["BENCH_SAMPLES"] ?? 500);
const TRANSFERS = Number(process.env["BENCH_TRANSFERS"] ?? 5_000);

const rows: Row[] = [];
const note = (text: string): void => void process.stderr.write(`bench: ${text}\n`);

note("the package, built and packed");
rows.push(...benchPackage());
note("cold start, five times");
rows.push(...(await benchStart(5)));

const server = await startServer();
rows.push({ what: "memory, idle (RSS)", value: server.rssMegabytes(), unit: "MB" });
note(`transfer → deposit.confirmed webhook, ${LATENCY_SAMPLES} times`);
rows.push(...(await benchLatency(server, LATENCY_SAMPLES)));
rows.push(...(await benchLadder(server)));
note("fifty tenants, ninety days");
rows.push(...(await benchTenants(server, 50)));
rows.push(...(await benchJourney()));
note("requests per second");
rows.push(...(await benchRequests(server)));
note(`${TRANSFERS} transfers through the whole pipeline`);
const pipeline = await benchDeposits(server, TRANSFERS);
rows.push(...pipeline.rows);
rows.push({ what: "memory, afterwards (RSS)", value: server.rssMegabytes(), unit: "MB" });
note("snapshots");
rows.push(...(await benchTimelines(server)));
await server.stop();

note(`the same ${TRANSFERS} transfers on the bare engine`);
const engine = await benchEngine(pipeline.signed);
rows.push(...engine.rows);
rows.push({ what: "whole pipeline / bare engine", value: pipeline.perSecond / engine.perSecond, unit: "ratio" });
note("lists of 100,000 rows");
rows.push(...(await benchLists()));
printTable(rows);
