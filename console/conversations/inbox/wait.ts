import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { workingTime } from '@portreeve/contract/conversations/working-time'
import { readTime } from '../../format/dates.ts'
import { shortSpan, span } from '../../format/deadline.ts'
import type { Tone } from '../../ui/Chip.tsx'

/** The share of a target from which a wait is nearly late. */
const near = 0.75

/**
 * How long a person waits, in working time, and how near the target that is: 'Waiting 3 h 10 min, target 4 h: soon late'. Null
 * for no wait. Without settings, as from a server that has none, all time counts.
 */
export function waitOf(
  since: string | null,
  settings: InboxSettings | undefined,
  now: Date,
): { words: string; tone: Tone } | null {
  const from = readTime(since)?.getTime()
  if (from === undefined) return null
  const waited = Math.max(0, settings ? workingTime(settings, from, now.getTime()) : now.getTime() - from)
  const minutes = settings?.first_answer_minutes ?? null
  if (minutes === null) return { words: `Waits ${span(waited)}`, tone: 'caution' }
  const target = minutes * 60_000
  const words = `Waiting ${shortSpan(waited)}, target ${shortSpan(target)}`
  if (waited > target) return { words: `${words}: late`, tone: 'alarm' }
  return waited >= near * target
    ? { words: `${words}: soon late`, tone: 'caution' }
    : { words, tone: 'quiet' }
}
