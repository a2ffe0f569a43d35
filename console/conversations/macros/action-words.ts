import type { MacroActions } from '@portreeve/contract/conversations/inbox'
import { count } from '../../format/words.ts'

/** One action in words, with the actions that remain without it. */
export interface ActionInWords {
  readonly words: string
  readonly without: MacroActions
}

/** Hours in words: '2 days', '5 hours'. */
export const spanWords = (hours: number): string =>
  hours % 24 === 0 ? count(hours / 24, 'day', 'days') : count(hours, 'hour', 'hours')

/**
 * The actions of a macro in words, in the order in which a person reads them.
 * @param nameOf the name of a colleague
 */
export function inWords(actions: MacroActions, nameOf: (uid: string) => string): ActionInWords[] {
  const { add_tags = [], priority, assign, snooze_hours, close, request_refund } = actions
  const without = (key: keyof MacroActions) => {
    const { [key]: _, ...rest } = actions
    return rest
  }
  return [
    ...add_tags.map((tag) => ({
      words: `tag “${tag}”`,
      without:
        add_tags.length === 1
          ? without('add_tags')
          : { ...actions, add_tags: add_tags.filter((one) => one !== tag) },
    })),
    ...(priority ? [{ words: `set the priority to ${priority}`, without: without('priority') }] : []),
    ...(assign ? [{ words: `assign to ${assigneeWords(assign, nameOf)}`, without: without('assign') }] : []),
    ...(snooze_hours
      ? [{ words: `snooze for ${spanWords(snooze_hours)}`, without: without('snooze_hours') }]
      : []),
    ...(close ? [{ words: 'close the conversation', without: without('close') }] : []),
    ...(request_refund ? [{ words: 'open the refund request', without: without('request_refund') }] : []),
  ]
}

const assigneeWords = (assign: NonNullable<MacroActions['assign']>, nameOf: (uid: string) => string) =>
  assign === 'me' ? 'you' : assign === 'no_one' ? 'no one' : nameOf(assign.uid)

/** Whether there is anything to do. */
export const isEmpty = (actions: MacroActions | null | undefined): boolean =>
  !actions || Object.keys(actions).length === 0

/** The actions in one text, a line each, to compare two macros. */
export const wordsOf = (actions: MacroActions | undefined): string =>
  inWords(actions ?? {}, (uid) => uid)
    .map(({ words }) => words)
    .join('\n')
