/** The day of the law that created the program (Public Law 119-21). Nothing about the program is older. */
export const PROGRAM_STARTED = '2025-07-04'

/** The name of the program. Every state gives its own program another title, but says this name somewhere. */
export const PROGRAM_NAME = /\brural health(?:care)? transformation\b/i

/** The time zone of records of national scope, and of the site's own dates. */
export const NATIONAL_ZONE = 'America/New_York'
