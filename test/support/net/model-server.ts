// The server of a language model: it speaks the protocol of OpenAI, answers what a test has put into its queue, and keeps every
// octet that it has received. The forms of the answers are those of OpenAI (streams), Ollama and llama.cpp.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AiSettings } from '../../../shared/platform/config/ai-settings.ts';
import { createSignal } from '../time/signal.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';

/** Writes an answer. */
export type ModelReply = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** A question as it arrived. */
export interface ModelQuestion {
  authorization: string | undefined;
  path: string | undefined;
  body: { model: string; stream: boolean; messages: { role: string; content: string }[] };
}

export interface ModelServer {
  readonly settings: AiSettings;
  /** Since the last test. */
  readonly questions: ModelQuestion[];
  /** Everything that was received, as text. */
  readonly received: string;
  /** What the next questions are answered, each once; a text is streamed. Then the last one answers all. */
  say(...replies: (string | object | ModelReply)[]): void;
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG',
    object: 'chat.completion.chunk',
    created: 1741570283,
    model: 'gpt-4o-mini-2024-07-18',
    service_tier: 'default',
    system_fingerprint: 'fp_fc9f1d7035',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  })}\n\n`;

/** A stream in pieces that fall anywhere in it. @param finish `length`: the model was cut off */
export function streamOf(text: string, finish = 'stop'): ModelReply {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const pieces = text.match(/[\s\S]{1,40}/g) ?? [];
    const all = [
      ': keep-alive\n\n',
      chunk({ role: 'assistant', content: '', refusal: null }),
      ...pieces.map((content) => chunk({ content })),
      chunk({}, finish),
      'data: {"id":"chatcmpl-B9","object":"chat.completion.chunk","choices":[],"usage":{"total_tokens":29}}\n\n',
      'data: [DONE]\n\n',
    ].join('');
    const octets = Buffer.from(all);
    for (let start = 0; start < octets.length; start += 101)
      response.write(octets.subarray(start, start + 101));
    response.end();
  };
}

/** The beginning of a stream. */
export function beginStream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content: text }));
}

/** A whole answer, as of a server that cannot stream. */
export function wholeOf(text: string): ModelReply {
  const message = { role: 'assistant', content: text };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return jsonOf(200, {
    id: 'chatcmpl-7',
    object: 'chat.completion',
    created: 1741569952,
    model: 'llama3.2',
    choices,
  });
}

/** Any answer of JSON, such as an error. */
export function jsonOf(status: number, body: unknown, headers: Record<string, string> = {}): ModelReply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body, null, 2));
  };
}

/** Starts one for the tests of the enclosing `describe`. Its hooks must come before those of the application. */
export function useModelServer(changes: Partial<AiSettings> = {}): ModelServer {
  const questions: ModelQuestion[] = [];
  let server: HttpServer;
  let replies: ModelReply[] = [];
  let received = '';
  before(async () => {
    server = await startHttpServer(async (request, response) => {
      const octets = await request.toArray();
      received += `${request.method} ${request.url} ${request.rawHeaders.join(' ')}\n${Buffer.concat(octets)}\n`;
      const { authorization } = request.headers;
      questions.push({ authorization, path: request.url, body: JSON.parse(String(Buffer.concat(octets))) });
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      await (reply ?? jsonOf(500, {}))(response, request);
    });
  });
  beforeEach(() => {
    questions.length = 0;
    received = '';
  });
  after(() => server.close());
  return {
    questions,
    get settings() {
      return { url: `${server.url}/v1`, apiKey: 'sk-test', model: 'llama3.2', timeoutMs: 10_000, ...changes };
    },
    get received() {
      return received;
    },
    say(...given) {
      replies = given.map((each) => {
        if (typeof each === 'function') return each as ModelReply;
        return streamOf(typeof each === 'string' ? each : JSON.stringify(each));
      });
    },
  };
}

/** An answer that begins, perhaps with some text, and never ends. */
export function createSilence(text = ''): { reply: ModelReply; begun: Promise<void>; left: Promise<void> } {
  const begun = createSignal();
  const left = createSignal();
  return {
    begun: begun.given,
    left: left.given,
    async reply(response) {
      if (text !== '') beginStream(response, text);
      begun.give();
      await once(response, 'close');
      left.give();
    },
  };
}
