// The login form for operators: a plain page, which needs no script.
import express, { type RequestHandler, Router } from 'express';
import { sendPage } from '../public/answer-page.ts';
import { appearanceOf, type PlainPage, plainPage } from '../public/appearance/page.ts';
import { requireSameOrigin } from '../sessions/same-origin.ts';
import { LOGIN_PATH, type OpsSignIn, signInWithToken } from './guard.ts';

/** The target of the redirect after a login. */
const AFTER_LOGIN = '/ops/queues';
const FORM_MAX_BYTES = 4096;

/** Routes of the form. */
export function loginRouter(signIn: OpsSignIn): Router {
  const router = Router();
  router.get(LOGIN_PATH, (_request, response) => {
    sendPage(response, 200, loginPage(''));
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
      response.redirect(303, appearanceOf(request).base + AFTER_LOGIN);
    } else {
      sendPage(response, 403, loginPage('This token is not correct.'));
    }
  };
}

/** @param problem an error message of this file; never text of a client, because it is not escaped */
function loginPage(problem: string): PlainPage {
  return plainPage('Sign in as an operator', [
    '<p class="question">The operator pages show the queues and metrics of this service.</p>',
    problem && `<div class="note bad" role="alert"><p>${problem}</p></div>`,
    // Relative, so that it works below any path of PUBLIC_URL.
    `<form method="post" action="login">
<label class="field">OPS_TOKEN
<input name="token" type="password" autocomplete="current-password" required autofocus></label>
<button class="filled">Sign in</button></form>`,
  ]);
}
