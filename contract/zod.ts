import { config, z } from 'zod'

// In a page, zod would try whether it may compile its checks, which the page's policy forbids and tells of. Before the first
// schema is made: that is why the contract's files take `z` from here.
if ('document' in globalThis) config({ jitless: true })

export { z }
