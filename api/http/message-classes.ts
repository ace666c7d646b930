// Creates request and response objects with Express's prototypes from the start. Express replaces the prototypes of
// both objects for each request; V8 then makes a hidden class (map) for each object, misses its inline caches on every
// property, and keeps everything that the objects refer to until the next full garbage collection. An Express
// application that does nothing takes 110 µs of CPU per request that way, and 35 µs when Node creates the objects with
// these prototypes; replacing a prototype is then a no-op. In this application it saves 80 µs of a mail's CPU time
// (docs/performance-history.md#accepting).
import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http';
import type { Express } from 'express';

type MessageClasses = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>;

/** One pair for all servers of an application: a second one would be built upon the prototypes of the first. */
const classesOf = new WeakMap<RequestListener, MessageClasses>();

/** The classes for the servers of this application; none if it is not an Express application. */
export function messageClassesOf(app: RequestListener): MessageClasses {
  if (!isExpress(app)) return {};
  const classes = classesOf.get(app) ?? createClasses(app);
  classesOf.set(app, classes);
  return classes;
}

function createClasses(app: Express): MessageClasses {
  class Request extends IncomingMessage {}
  class Response<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  // Express's prototypes inherit from Node's, so the classes inherit the same methods as before.
  app.request = Object.setPrototypeOf(Request.prototype, app.request);
  app.response = Object.setPrototypeOf(Response.prototype, app.response);
  return { IncomingMessage: Request, ServerResponse: Response };
}

function isExpress(app: RequestListener): app is Express {
  return 'request' in app && 'response' in app;
}
