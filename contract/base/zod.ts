/** The zod of the contract's schemas. In a file of its own, so that the console's build can replace it. */
export { z } from 'zod'
