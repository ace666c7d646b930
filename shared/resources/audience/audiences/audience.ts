// The type of an audience: a list of contacts of an account. Each account has a default audience, which is used where
// a request names none.

/** An audience that is not deleted. */
export interface Audience {
  id: string;
  accountId: string;
  name: string;
  isDefault: boolean;
  createdAt: Date;
}

/** The columns of an Audience. */
export const AUDIENCE_COLUMNS =
  'id, account_id AS "accountId", name, is_default AS "isDefault", created_at AS "createdAt"';
