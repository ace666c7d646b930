// Logs of requests: the closed sets of words that fields hold and filters ask for.

/** Methods of requests, as logs may be asked for by them. */
export const LOG_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
