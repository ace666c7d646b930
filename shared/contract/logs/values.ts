// Request logs: the allowed values (enums) of fields and filters.

/** HTTP methods that the list of logs can be filtered by. */
export const LOG_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
