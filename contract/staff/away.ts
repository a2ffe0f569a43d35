// Group: when staff members are away, and who stands in for them. Staff read "Away".

import { del, get, Id, patch, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

/** A staff member by uid and name, as lists of colleagues show them. */
export const Colleague = z.object({ uid: Id, name: text(1000) })
export type Colleague = z.infer<typeof Colleague>

/** Days that an absence lasts at most. */
export const maxAwayDays = 400

/** When a staff member is away, and the colleague who stands in for them meanwhile; null: their work is free for others. */
export const Absence = z.object({ from: Time, until: Time, deputy: Colleague.nullable() })
export type Absence = z.infer<typeof Absence>

const awayTopics = ['staff/{uid}', 'desk'] as const
const ownOr = "Needs `staff.manage` for another person's."

export const away = {
  get: get('/v1/admin/staff/{uid}/away', {
    noPast: noPast.staff,
    may: 'staff',
    about: `A staff member's absence, until it has ended, and the colleagues who may stand in for them: those who may decide every kind of work that they may. ${ownOr} Not part of the spec.`,
    data: z.object({ away: Absence.nullable(), deputies: z.array(Colleague) }),
  }),
  save: patch('/v1/admin/staff/{uid}/away', {
    may: 'staff',
    deed: { subject: 'staff' },
    tells: awayTopics,
    about: `Says when a staff member is away. Meanwhile the deputy has what is assigned to them, and is notified in their place; it stays assigned to them, so that it is theirs again afterwards. Without a deputy, or with one who is away, everyone may take it. The deputy is notified once. Refuses with refused an end that is past, not after the beginning, or over ${maxAwayDays} days away, and a deputy who may not do all of their work. ${ownOr} Not part of the spec.`,
    body: z.strictObject({ from: Time, until: Time, deputy: Id.nullable() }),
    data: Absence.nullable(),
  }),
  end: del('/v1/admin/staff/{uid}/away', {
    may: 'staff',
    deed: { subject: 'staff' },
    tells: awayTopics,
    about: `Ends or cancels an absence. Refuses with conflict when there is none. ${ownOr} Not part of the spec.`,
    data: z.null(),
  }),
}
