import type { FastifyInstance } from 'fastify'
import type { Switches } from './switches.ts'

/** What every stand-in is given. */
export interface Surroundings {
  /** Where it may keep things; a folder of its own. */
  folder: string
  /** The address to listen on for protocols that are not HTTP. */
  host: string
  switches: Switches
}

/** One vendor's stand-in: a file of this folder that makes it, and one line in sandbox.ts. */
export interface Face {
  /** Its word in the switches and on the front page. */
  name: string
  /** One sentence for the front page. */
  about: string
  /** Adds its calls to the sandbox's HTTP server, in a context of its own. */
  routes: (server: FastifyInstance) => void
  close?: () => Promise<void>
}
