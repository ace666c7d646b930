// The login form for operators. It is plain HTML without a script, so that it works under the strictest policy.
import express, { type RequestHandler, Router } from 'express';
import { requireSameOrigin } from '../sessions/same-origin.ts';
import { LOGIN_PATH, type OpsSignIn, signInWithToken } from './guard.ts';

/** Where a successful login redirects to. */
const AFTER_LOGIN = '/ops/queues';
const FORM_MAX_BYTES = 4096;

/** Routes of the form. */
export function loginRouter(signIn: OpsSignIn): Router {
  const router = Router();
  router.get(LOGIN_PATH, (_request, response) => {
    response.type('html').send(loginPage(''));
  });
  router.post(
    LOGIN_PATH,
    requireSameOrigin,
    express.urlencoded({ extended: false, limit: FORM_MAX_BYTES }),
    submit(signIn),
  );
  return router;
}

function submit(signIn: OpsSignIn): RequestHandler {
  return (request, response) => {
    const token: unknown = request.body?.token;
    if (typeof token === 'string' && signInWithToken(signIn, token, request, response)) {
      response.redirect(303, AFTER_LOGIN);
    } else {
      response.status(403).type('html').send(loginPage('The token is wrong.'));
    }
  };
}

/** @param problem an error message of this file; never text of a client, because it is not escaped */
function loginPage(problem: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Posthorn operations</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0;
    background: #f4f5f7; color: #1c2430; }
  form { background: #fff; padding: 2rem; border-radius: 8px; box-shadow: 0 1px 4px #0003; width: min(20rem, 80vw); }
  h1 { font-size: 1.25rem; margin: 0 0 1rem; }
  input, button { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; margin-top: .25rem; }
  button { margin-top: 1rem; border: 0; border-radius: 4px; background: #1f4fd8; color: #fff; cursor: pointer; }
  .problem { color: #b3261e; margin: .75rem 0 0; }
</style>
</head>
<body>
<form method="post" action="${LOGIN_PATH}">
  <h1>Posthorn operations</h1>
  <label for="token">OPS_TOKEN</label>
  <input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
  ${problem && `<p class="problem" role="alert">${problem}</p>`}
  <button>Sign in</button>
</form>
</body>
</html>
`;
}
