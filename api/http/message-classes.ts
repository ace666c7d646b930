// Requests and responses that are born as Express wants them. For each request Express gives both objects its own
// prototypes in place of Node's; V8 then makes a map for each of these objects, finds none of their properties in its
// inline caches any more, and keeps what hangs on them until the next full collection. An Express application that does
// nothing takes 110 µs of CPU a request so, and 35 µs when Node makes the objects with these prototypes from the
// start: replacing a prototype by itself changes nothing. With our own application it saves 80 µs of a mail
// (docs/performance.md, Accepting).
import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** The classes for the server of this application, if it is one of Express. Call it once an application. */
export function messageClassesOf(app: RequestListener): MessageClasses {
  if (!isExpress(app)) return {};
  class Request extends IncomingMessage {}
  class Response<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  // Express's prototypes end in Node's, so what a class inherits stays the same.
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  return { IncomingMessage: Request, ServerResponse: Response };
}

function isExpress(app: RequestListener): app is Express {
  return 'request' in app && 'response' in app;
}
