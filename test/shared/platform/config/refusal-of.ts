// The error with which a configuration is refused.
import { expect } from 'chai';
import { ConfigError, loadConfig } from '../../../../shared/platform/config/config.ts';

export const DATABASE_URL = 'postgres://posthorn:hunter2@db.internal:5432/posthorn';

export function refusalOf(environment: Record<string, string | undefined>): ConfigError {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  return expect.fail('It was not refused.');
}
