// Makes what a scenario of the dashboard needs, as a program of the account does.
import type { DashboardService } from './service.ts';

const FAULTS_FROM = 300;

/** @returns the answer @throws Error when it is a refusal */
export async function postAsProgram(
  { client, keyHeaders }: DashboardService,
  path: string,
  body: unknown,
): Promise<{ id: string }> {
  const { statusCode, body: answer } = await client.request({
    method: 'POST',
    path,
    headers: { ...keyHeaders, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode >= FAULTS_FROM) throw new Error(`${path} was answered with ${statusCode}: ${text}`);
  return JSON.parse(text) as { id: string };
}
