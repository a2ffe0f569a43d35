import { config as contract } from '@portreeve/contract/marketplace/config'
import { implement } from '../core/call/implement.ts'
import { readMessages } from '../listings/moderation-texts.ts'

export const config = implement('config', contract, {
  get: async (_input, { db }) => ({ messaging_config: await readMessages(db) }),
})
