// A client of the API of OpenAI for chats (`POST <base>/chat/completions`), which Ollama, llama.cpp, vLLM and others
// have too. It always asks for a stream, so that a model notices when its client has disconnected, and takes a whole
// answer as well. The server is the operator's own, but what it answers is foreign: it is bounded, no redirect is
// followed, and whatever goes wrong is a value.
import { createHostResolver } from './dns/host-resolver.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { GuardedFetchError, type GuardedFetchFailure } from './guarded-fetch-error.ts';

/** A part of a conversation. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A question. */
export interface ChatQuestion {
  messages: readonly ChatMessage[];
  timeoutMs: number;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Called with each piece of the text as it arrives. */
  onText?: (text: string) => void;
}

/**
 * Why there is no text: `busy`, a 429; `unavailable`, no connection or another status than 2xx; `timeout`; `too_large`;
 * `malformed`, no chat completion or an empty one; `cut_off`, the model has reached its limit of tokens.
 */
export type ChatFailure = 'busy' | 'unavailable' | 'timeout' | 'too_large' | 'malformed' | 'cut_off';

/** The answer. `detail` is for logs and operators. */
export type ChatAnswer = { kind: 'text'; text: string } | { kind: ChatFailure; text: string; detail: string };

/** A model on a server. */
export interface ChatModel {
  /** @throws the reason of the signal after an abort */
  ask(question: ChatQuestion): Promise<ChatAnswer>;
  /** Ends the requests that still run, as `unavailable`, and closes the connections. */
  close(): Promise<void>;
}

/** The address of the model. */
export interface ChatModelOptions {
  /** Without `/chat/completions`. */
  url: string;
  apiKey: string | undefined;
  model: string;
}

const ANSWER_MAX_BYTES = 1024 * 1024;

const KIND_OF_FAILURE: Readonly<Record<GuardedFetchFailure, ChatFailure>> = {
  refused: 'unavailable',
  unresolvable: 'unavailable',
  unreachable: 'unavailable',
  timeout: 'timeout',
  too_large: 'too_large',
  invalid_answer: 'malformed',
};

/** Creates a client. Names are resolved by the system, since the server may be in the operator's own network. */
export function createChatModel({ url, apiKey, model }: ChatModelOptions): ChatModel {
  const endpoint = `${url}/chat/completions`;
  const guarded = createGuardedFetch({
    reach: { only: new URL(endpoint).origin },
    resolver: createHostResolver([]),
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  };
  return {
    async ask({ messages, timeoutMs, signal, onText }) {
      const body = { model, messages, stream: true, response_format: { type: 'json_object' } };
      const reader = new CompletionReader(onText);
      try {
        const { status } = await guarded.fetch({
          url: endpoint,
          method: 'POST',
          headers,
          body: Buffer.from(JSON.stringify(body)),
          timeoutMs,
          maxBytes: ANSWER_MAX_BYTES,
          reads: 'whole',
          ...(signal && { signal }),
          onPiece: async (piece) => reader.add(piece),
        });
        if (status < 300) return reader.end();
        return { kind: status === 429 ? 'busy' : 'unavailable', text: '', detail: `It answered ${status}.` };
      } catch (error) {
        if (!(error instanceof GuardedFetchError)) throw error;
        return { kind: KIND_OF_FAILURE[error.reason], text: reader.text, detail: error.message };
      }
    },
    close: () => guarded.close(),
  };
}

/** The part of a completion, or of a piece of a streamed one, that is read. */
interface Completion {
  choices?: { delta?: { content?: unknown }; message?: { content?: unknown }; finish_reason?: unknown }[];
  error?: unknown;
}

/** Reads server-sent events, or one JSON object. It takes time in proportion to its bytes, in whatever pieces they come. */
class CompletionReader {
  text = '';
  readonly #onText: ((text: string) => void) | undefined;
  readonly #decoder = new TextDecoder();
  /** The text after the last line break. */
  #rest = '';
  /** Everything, until the first event arrives. */
  #whole: string | undefined = '';
  #problem: string | undefined;
  #isCutOff = false;

  constructor(onText: ((text: string) => void) | undefined) {
    this.#onText = onText;
  }

  add(piece: Buffer): void {
    this.#take(this.#decoder.decode(piece, { stream: true }));
  }

  end(): ChatAnswer {
    this.#take(`${this.#decoder.decode()}\n`);
    if (this.#whole !== undefined) this.#read(this.#whole);
    const { text } = this;
    if (this.#problem !== undefined) return { kind: 'malformed', text, detail: this.#problem };
    if (this.#isCutOff) return { kind: 'cut_off', text, detail: 'The model stopped at its limit of tokens.' };
    if (text.trim() === '') return { kind: 'malformed', text, detail: 'It answered nothing.' };
    return { kind: 'text', text };
  }

  #take(text: string): void {
    if (this.#whole !== undefined) this.#whole += text;
    this.#rest += text;
    if (!text.includes('\n')) return;
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines)
      if (line.startsWith('data:')) this.#takeEvent(line.slice('data:'.length).trim());
  }

  #takeEvent(data: string): void {
    this.#whole = undefined;
    if (data !== '[DONE]' && this.#problem === undefined) this.#read(data);
  }

  #read(json: string): void {
    const completion = parseCompletion(json);
    if (completion === undefined || completion.error) {
      this.#problem = completion ? 'It answered an error.' : 'It answered no chat completion.';
      return;
    }
    // A last event may have usage and no choices.
    const choice = completion.choices?.[0];
    const content = choice?.delta?.content ?? choice?.message?.content;
    if (choice?.finish_reason === 'length') this.#isCutOff = true;
    if (typeof content !== 'string' || content === '') return;
    this.text += content;
    this.#onText?.(content);
  }
}

function parseCompletion(json: string): Completion | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const { choices } = parsed as Completion;
    return choices === undefined || Array.isArray(choices) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
