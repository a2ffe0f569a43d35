import { config as contract } from '@portreeve/contract/marketplace/config'
import { implement } from '../core/implement.ts'
import { readMessages } from '../store/moderating-messages.ts'

export const config = implement('config', contract, {
  get: async (_input, { db }) => ({ messaging_config: await readMessages(db) }),
})
