// The headers that an email was given.
import type { Email } from '../../../api/generated/types.ts';
import css from './content.module.css';

/** The table. */
export function HeadersView({ email }: { email: Email }) {
  const headers = Object.entries(email.headers);
  if (headers.length === 0) return <p className={css['none']}>This email has no custom headers.</p>;
  return (
    <table className={css['table']} aria-label="Headers">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {headers.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <code>{value}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
