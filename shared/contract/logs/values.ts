// Request logs: the allowed values (enums) of fields and filters.

/** Methods that the list of logs can be filtered by; SMTP: a message that a program submitted. */
export const LOG_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'SMTP'] as const;
