import type { Messages } from './messages.ts'
import { later } from './world.ts'

/** Conversations of the two staff members who answer people, one for each test that writes in it. */
export const inboxTalks = 13

const support = { uid: 'staff-support', name: 'Suki Support' }
const moderator = { uid: 'staff-moderator', name: 'Milo Moderator' }

/**
 * sentinel-inbox-N: a person's unread question to support. Even ones are the moderator's, too. One more conversation fails
 * on changes. All are older than the rest of the inbox, so that they come last in the demo.
 */
export function makeInbox(day: number): Messages {
  const made: Messages = { conversations: [], members: [], messages: [] }
  const talk = (id: string, person: string, name: string, at: number, sides: (typeof support)[]) => {
    const date = later(new Date(day).toISOString(), -24 * 200 - at)
    const text = `Question ${at}: where is it?`
    made.messages.push({
      id: `${id}-000`,
      conversation_id: id,
      senderID: person,
      senderDisplayName: name,
      type: 0,
      text,
      mediaURL: null,
      postThumbnailImagePath: null,
      postTitle: null,
      date,
    })
    made.conversations.push({
      id,
      conversationsMessagesID: `m-${id}`,
      product_id: null,
      lastMessage: text,
      date,
    })
    for (const [position, one] of [{ uid: person, name }, ...sides].entries())
      made.members.push({ conversation_id: id, ...one, read: one.uid === person, position })
  }
  for (let at = 1; at <= inboxTalks; at++)
    talk(
      `sentinel-inbox-${at}`,
      `sentinel-reported-${at}`,
      `Sentinel Reported ${at}`,
      at,
      at % 2 === 0 ? [support, moderator] : [support],
    )
  talk('sentinel-changes-fail-talk', 'sentinel-changes-fail', 'Sentinel Changes Fail', 99, [support])
  return made
}
