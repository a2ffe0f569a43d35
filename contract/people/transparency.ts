import { Cursor, get, Id, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { EuStatement } from './eu-statement.ts'
import { measureEnds, measureSources } from './measures.ts'
import { measureNames } from './policies.ts'

const Day = z.iso.date()

/** The days of a span in UTC, the last one included. */
const Span = z.strictObject({ from: Day, to: Day })

/** The figures of some decisions. */
const Figures = z.object({
  decisions: z.int(),
  /** Those in which a program took part. */
  automated: z.int(),
  /** Seconds from the first open report, or from the submission of what is reviewed; null where no decision has such a time. */
  median: z.number().nullable(),
  /** Nine of ten are as fast. */
  p90: z.number().nullable(),
  /** How those ended that are no longer in force. */
  ended: z.object(
    Object.fromEntries(measureEnds.map((how) => [how, z.int()])) as Record<
      (typeof measureEnds)[number],
      z.ZodInt
    >,
  ),
  /** The newest appeal against each: those that wait, and how the others were decided. */
  appeals: z.object({ open: z.int(), upheld: z.int(), changed: z.int(), reversed: z.int() }),
})
export type Figures = z.infer<typeof Figures>

/** The decisions of a span. One under two policies counts for both. */
export const Transparency = z.object({
  ...{ from: Day, to: Day, all: Figures },
  /** Those that the EU's file has. */
  exported: z.int(),
  policies: z.array(Figures.extend({ policy: Id.nullable(), name: text(200).nullable() })),
  kinds: z.array(Figures.extend({ kind: z.enum(measureNames) })),
  sources: z.array(Figures.extend({ source: z.enum(measureSources) })),
})
export type Transparency = z.infer<typeof Transparency>

/** What was decided in a span of time, and its statements for the EU's database (docs/fair-decisions.md). Not part of the spec. */
export const transparency = {
  get: get('/v1/admin/transparency', {
    noPast: noPast.figures,
    may: 'audit.read',
    about:
      'Decisions of a span by policy, measure and source: how many, with a program or without one, how long they took, how they ended, and how appeals against them were decided. Refuses with malformed a span that ends before it begins. Not part of the spec.',
    query: Span,
    data: Transparency,
  }),
  csv: get('/v1/admin/transparency/csv', {
    noPast: noPast.figures,
    may: 'audit.export',
    deed: {},
    about: 'The same figures as CSV. The export is audited. Not part of the spec.',
    query: Span,
    data: z.object({ csv: z.string(), rows: z.int() }),
  }),
  statements: get('/v1/admin/transparency/statements', {
    noPast: noPast.figures,
    may: 'audit.export',
    deed: {},
    about:
      "Statements of reasons of a span as the EU's transparency database accepts them, oldest first, up to 1,000 at a time. Left out are decisions of which the person is not told yet, those without a policy, and warnings, which restrict nothing. Each piece is audited. Not part of the spec.",
    query: Span.extend({ cursor: Cursor }),
    data: z.object({ statements: z.array(EuStatement) }),
  }),
}
