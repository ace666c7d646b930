// Many mails in a database of whichever release: copies of one that was delivered, with all columns that the release has.
import type pg from 'pg';

/** What a copy has of its own; `$2` is another account. */
const OWN: Readonly<Record<string, string>> = { id: 'ids.id', email_id: 'ids.id', account_id: '$2::uuid' };
const ANOTHER_ACCOUNT = '00000000-0000-7000-8000-000000000001';

/** Stores so many, each with a recipient. */
export async function storeManyMails(database: pg.Pool, count: number): Promise<void> {
  const copyOf = async (table: string, condition: string) => {
    const { fields } = await database.query(`SELECT * FROM ${table} LIMIT 0`);
    const columns = fields.map(({ name }) => `"${name}"`).join();
    const values = fields.map(({ name }) => OWN[name] ?? `one."${name}"`).join();
    return `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ids, (SELECT * FROM ${table} WHERE ${condition} LIMIT 1) AS one`;
  };
  const emails = await copyOf('emails', `status = 'delivered'`);
  const recipients = await copyOf('email_recipients', `state = 'delivered'`);
  await database.query(
    `WITH ids AS MATERIALIZED (SELECT uuid_v7(now()) AS id FROM generate_series(1, $1::integer)), copied AS (${emails})
     ${recipients}`,
    [count, ANOTHER_ACCOUNT],
  );
  await database.query('ANALYZE emails, email_recipients');
}
