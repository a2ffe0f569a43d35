import { get } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

export const config = {
  get: get('/v1/config', {
    noPast: noPast.now,
    may: 'staff',
    about: 'Settings of the marketplace; messaging_config.admin_messages are the canned deny messages.',
    data: z.object({
      messaging_config: z.object({
        admin_messages: z.record(z.string(), z.string()),
        promoted_post_review_messages: z.record(z.string(), z.string()),
      }),
    }),
  }),
}
