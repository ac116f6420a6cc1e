// A client of server-sent events: reads messages one by one, can stop reading and disconnect.
import { type ClientRequest, get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { onTestFinished } from "vitest";

/** One message; a comment has only `comment`. */
export type Message = { id?: string; event?: string; data?: any; comment?: string };

type Options = { headers?: Record<string, string> };

export async function anEventStream(url: string, { headers = {} }: Options = {}) {
  const { request, response } = await opened(url, headers);
  onTestFinished(() => void request.destroy());
  const messages: Message[] = [];
  let [text, ended] = ["", false];
  let look = (): void => {};
  response.setEncoding("utf8");
  const read = (): void => {
    for (let chunk = response.read(); chunk !== null; chunk = response.read()) text += chunk;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    messages.push(...parts.map(messageOf));
    look();
  };
  response.on("readable", read);
  for (const end of ["end", "error", "aborted"]) {
    response.on(end, () => {
      ended = true;
      look();
    });
  }
  const until = (holds: () => boolean): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    look = () => {
      if (holds()) resolve();
      else if (ended) reject(new Error(`the stream ended; so far: ${JSON.stringify(messages)}`));
    };
    look();
    return promise;
  };
  const isEvent = ({ id, event }: Message): boolean => id !== undefined && event === undefined;
  return {
    status: response.statusCode,
    headers: response.headers as IncomingHttpHeaders,
    messages,
    /** The events so far. */
    events: () => messages.filter(isEvent).map(({ data }) => data),
    ids: () => messages.filter(isEvent).map(({ id }) => Number(id)),
    /** Resolves with the first matching message, past or future. */
    async message(fits: (message: Message) => boolean): Promise<Message> {
      await until(() => messages.some(fits));
      return messages.find(fits) as Message;
    },
    /** Resolves when this many events have arrived. */
    count: (wanted: number) => until(() => messages.filter(isEvent).length >= wanted),
    /** Resolves when the server has ended the stream. */
    async ended(): Promise<void> {
      await until(() => ended).catch(() => {});
    },
    leave: () => void request.destroy(),
  };
}

function opened(url: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{ request: ClientRequest; response: IncomingMessage }>();
  const request = get(url, { headers, agent: false }, (response) => resolve({ request, response }));
  request.on("error", reject);
  return promise;
}

function messageOf(text: string): Message {
  const message: Message = {};
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^([a-z]*): ?(.*)$/.exec(line) ?? [];
    if (name === "") message.comment = value;
    else if (name === "data") message.data = JSON.parse(value);
    else if (name === "id" || name === "event") message[name] = value;
  }
  return message;
}
