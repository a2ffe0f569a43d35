/** What the contract's schemas are made with. In its own file, as the built console puts nothing in its place. */
export { z } from 'zod'
