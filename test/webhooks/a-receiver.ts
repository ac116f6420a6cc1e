// Receivers on loopback for tests: a well-behaved one, and a bare socket that may misbehave in any way.
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer; connection: number };

/** An HTTP receiver that records every complete request and then answers with `listener` (default: 200, empty). */
export async function aReceiver(listener: RequestListener = (_request, response) => response.end(), port = 0) {
  const received: Received[] = [];
  const connections = new Map<Socket, number>();
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers, socket } = request;
      received.push({
        method,
        path: url,
        headers,
        body: Buffer.concat(chunks),
        connection: connections.get(socket) ?? 0,
      });
      listener(request, response);
    });
  });
  server.on("connection", (socket: Socket) => connections.set(socket, connections.size + 1));
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  onTestFinished(async () => void (server.listening && (await stop())));
  return { url: await listen(server, port), received, stop };
}

/** A server on a bare socket; `answer` is called with each connection once its first bytes have come. */
export async function aSocket(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: await listen(server), sockets };
}

export async function listen(server: Server, port = 0): Promise<string> {
  await new Promise<void>((done, failed) => server.once("error", failed).listen(port, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const portOf = (url: string) => Number(new URL(url).port);
