import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { refuse } from '../refuse.ts'

/** What a handler returns in place of data: the bytes of a file. They are read only after the audit row is written. */
export class FileAnswer {
  readonly #type: string
  readonly #disposition: string
  readonly #open: () => Promise<Readable | undefined>
  constructor(file: { type: string; disposition: string; open: () => Promise<Readable | undefined> }) {
    this.#type = file.type
    this.#disposition = file.disposition
    this.#open = file.open
  }

  /** Sends the bytes so that no browser shows them as a page of this origin, and no one keeps them. Refuses with not_found when they are gone. */
  async send(reply: FastifyReply): Promise<Readable> {
    const bytes = await this.#open()
    if (!bytes) refuse('not_found', 'No such file', 'The file is not in the store any more.')
    reply.headers({
      'content-type': this.#type,
      'content-disposition': this.#disposition,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    return bytes
  }
}
