import type { FastifyInstance } from 'fastify'
import type { Switches } from './switches.ts'

/** The environment of every stand-in. */
export interface Surroundings {
  /** Its own folder for data. */
  folder: string
  /** The address to listen on for protocols that are not HTTP. */
  host: string
  switches: Switches
}

/** One vendor's stand-in: a file of this folder creates it, and sandbox.ts lists it in one line. */
export interface Face {
  /** Its name in the switches and on the front page. */
  name: string
  /** One sentence for the front page. */
  about: string
  /** Adds its calls to the sandbox's HTTP server, in its own context. */
  routes: (server: FastifyInstance) => void
  close?: () => Promise<void>
}
