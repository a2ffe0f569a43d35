import { may, permissions } from '@portreeve/contract/base/rights'
import { away as contract } from '@portreeve/contract/staff/away'
import type { Call, CallOf } from '../core/call/context.ts'
import { implement } from '../core/call/implement.ts'
import { refuse } from '../core/refuse.ts'
import { awayOf, deputiesFor, writeAway } from './absences.ts'
import { notify } from './notify.ts'

/** Refuses with forbidden another person's absence to those who do not manage staff. */
function refuseOther({ staff }: Pick<Call, 'staff'>, uid: string): void {
  if (uid !== staff.uid && !may(staff, 'staff.manage'))
    refuse(
      'forbidden',
      'Not allowed',
      `Your role, ${staff.role}, may not ${permissions['staff.manage'].words}.`,
    )
}

/** The cases of the person have another holder now. */
function awayChanged(call: CallOf<typeof contract.save>, uid: string): void {
  call.publish(`staff/${uid}`, {})
  call.publish('desk', { kind: 'listing', id: null })
}

export const away = implement('away', contract, {
  get: async ({ params: { uid } }, call) => {
    refuseOther(call, uid)
    const { away, ...person } = await awayOf(call.db, uid)
    return { away, deputies: await deputiesFor(call.db, person) }
  },

  save: async ({ params: { uid }, body }, call) => {
    refuseOther(call, uid)
    const { before, after } = await writeAway(call.db, uid, body)
    call.did(uid, { before: { away: before }, after: { away: after } })
    const deputy = body.deputy
    if (deputy !== null && deputy !== before?.deputy?.uid && deputy !== call.staff.uid)
      await notify(call.db, [deputy], 'stands_in', ['colleague', uid], call.staff.uid)
    awayChanged(call, uid)
    return after
  },

  end: async ({ params: { uid } }, call) => {
    refuseOther(call, uid)
    const { before } = await writeAway(call.db, uid, null)
    if (!before) refuse('conflict', 'Not away', 'There is no absence to end.')
    call.did(uid, { before: { away: before }, after: { away: null } })
    awayChanged(call, uid)
    return null
  },
})
