// Reads a stream of server-sent events; the format itself is parsed by `eventsource-parser`.
import { createParser } from "eventsource-parser";

export type Message = { id: string; event: string; data: string };

/**
 * The messages of a stream until it ends, in order. Comments, `retry` (the caller reconnects at once) and a message that the end
 * cuts off are ignored. Rejects when the connection breaks.
 */
export async function* sseMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  const messages: Message[] = [];
  const parser = createParser({
    onEvent: ({ id = "", event = "message", data }) => void messages.push({ id, event, data }),
  });
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield* messages.splice(0);
  }
}
