/** `final`: why nothing undoes it. `instead`: what can be done. `nothing`: why there is nothing to undo. */
export type Kept = { final: string; instead: string } | { nothing: string }

/** The actions that nothing undoes, by what is said of them. */
const said: readonly (readonly [Kept, string])[] = [
  [
    { final: 'It put back what had been done.', instead: 'Do it again on the page of the record.' },
    'held.undo held.takeBack',
  ],
  [{ nothing: 'It is a reason in the audit log.' }, 'held.explain'],
  [
    { final: 'What it deleted is erased.', instead: 'The person can make a new account.' },
    'users.remove users.erase',
  ],
  [
    { final: 'A gift card is redeemed once.', instead: 'Correct the balance at the marketplace.' },
    'users.redeemGiftCard',
  ],
  [
    { final: 'It was seen.', instead: 'Tell the person, and whoever is responsible for data protection.' },
    'users.reveal users.export caseFiles.make orders.reveal extensionFields.reveal',
  ],
  [
    { final: 'The listing waits again, or was decided since.', instead: 'Decide it in Pending Review.' },
    'posts.takeBack listings.reopen',
  ],
  [{ final: 'The seller was told.', instead: 'Write to the seller.' }, 'promotedPosts.approve'],
  [
    { final: 'The seller was told.', instead: 'The seller can ask again: write to them.' },
    'promotedPosts.deny',
  ],
  [
    { final: 'The request waits again, or was decided since.', instead: 'Decide it in Pending Review.' },
    'promotedPosts.takeBack',
  ],
  [{ nothing: 'It counts a use.' }, 'macros.use'],
  [
    { final: 'It was sent.', instead: 'Write to the person again.' },
    'emailTemplates.sendTest inbox.answer appeals.ask outbound.send conversations.send devices.sendVerification verification.sendSupportCode webhookEndpoints.test webhookEndpoints.replay webhookEndpoints.replayDead staff.sendPasswordLink',
  ],
  [{ nothing: 'It is the mark of their own reading.' }, 'conversations.setRead'],
  [
    { final: 'Conversations may have been gathered under it.', instead: 'End it on the page Incidents.' },
    'incidents.open incidents.reopen',
  ],
  [
    { final: 'Its message may have been sent.', instead: 'Open the incident again on the page Incidents.' },
    'incidents.end',
  ],
  [
    { nothing: 'It says who works on a case, and ends with the case.' },
    'desk.take desk.release desk.hand desk.handMany desk.snooze desk.next',
  ],
  [
    {
      final: 'The points of all cases follow from it.',
      instead: 'Choose the class again under the weights of the desk.',
    },
    'desk.saveReason',
  ],
  [
    { final: 'A view belongs to one person or to all.', instead: 'Change it in the list that it is of.' },
    'savedViews.create savedViews.update savedViews.remove',
  ],
  [
    { nothing: 'Each row of the job is an action of its own.' },
    'bulk.start bulk.stop bulk.resume bulk.undo bulk.undoRows undoPlans.make undoPlans.approve undoPlans.run',
  ],
  [{ final: 'A note stays in the audit log.', instead: 'Write a note that corrects it.' }, 'notes.create'],
  [
    {
      final: 'A word on a decision stays in the audit log.',
      instead: 'Say what you think of the decision yourself.',
    },
    'audit.check',
  ],
  [
    {
      final: 'The ledger has booked it, and a mail may have been sent.',
      instead: 'Correct it on the page of the transaction.',
    },
    'transactions.delivered transactions.notShipped',
  ],
  [
    {
      final: 'The carrier has been asked.',
      instead: 'Set the tracking number again on the page of the transaction.',
    },
    'transactions.tracking',
  ],
  [
    {
      final: 'The payment provider has been asked: the money has moved.',
      instead: 'Ask the person for it, or book a correction.',
    },
    'transactions.cancel transactions.refund orders.refund approvals.approve approvals.approveLess disputes.resolve disputes.decide',
  ],
  [
    { final: 'The carrier has been asked.', instead: 'Make a new label at the marketplace.' },
    'shipping.cancelLabel',
  ],
  [
    { final: 'The plan may have begun.', instead: 'Change the plan on the page of the seller.' },
    'moneyPlans.save',
  ],
  [
    { final: 'A request is decided, not undone.', instead: 'Decline or withdraw it on the page Refunds.' },
    'approvals.request',
  ],
  [
    { final: 'A request is decided once.', instead: 'Ask for it again on the page of the transaction.' },
    'approvals.decline approvals.withdraw',
  ],
  [
    { final: 'The dispute has gone on from it.', instead: 'Decide or change the dispute on its page.' },
    'disputes.open',
  ],
  [{ nothing: 'It is a draft, and the next one replaces it.' }, 'chargebacks.saveEvidence'],
  [{ final: 'The bank has it.', instead: 'Write to the payment provider.' }, 'chargebacks.submitEvidence'],
  [
    { final: 'The money may have left.', instead: 'Hold the payout, if it was not sent yet.' },
    'payouts.release',
  ],
  [{ nothing: 'It compares, and changes no money.' }, 'reconciliation.run reconciliation.stop'],
  [{ final: 'The ledger is booked.', instead: 'Book the opposite correction.' }, 'reconciliation.settle'],
  [{ final: 'The code is erased.', instead: 'Send a new code.' }, 'verification.remove'],
  [
    {
      final: 'The next rows of the marketplace follow it.',
      instead: 'Settle the next difference otherwise.',
    },
    'ingest.settle',
  ],
  [
    { final: 'Decisions may have been made under it.', instead: 'Retire the policy on the page Policies.' },
    'policies.create',
  ],
  [
    { final: 'Decisions may have been made by its values.', instead: 'Change the list on the page Lists.' },
    'valueLists.create valueLists.remove valueLists.add valueLists.take',
  ],
  [
    { final: 'An app may have been told by it.', instead: 'Change it on the page Extensions.' },
    'extensions.create extensions.update extensions.remove extensions.rotate',
  ],
  [{ final: 'The app has received it.', instead: 'Ask those who run the app.' }, 'extensions.act'],
  [
    { final: 'Rows may have come under it.', instead: 'Change the field on the page Extensions.' },
    'extensionFields.create extensionFields.change extensionFields.remove',
  ],
  [{ final: 'The person was told of the end.', instead: 'Restrict the account again.' }, 'measures.end'],
  [{ final: 'The person has said it.', instead: 'Decide the appeal.' }, 'appeals.open'],
  [{ final: 'The person was told.', instead: 'Take a measure on the page of the person.' }, 'appeals.decide'],
  [
    { nothing: 'What was done has an entry of its own.' },
    'proposals.create proposals.accept proposals.decline',
  ],
  [{ final: 'A key is made again.', instead: 'Make a new key.' }, 'machineKeys.revoke'],
  [{ final: 'Its secret is erased.', instead: 'Make the webhook again.' }, 'webhookEndpoints.remove'],
  [{ final: 'The earlier secret ends.', instead: 'Rotate it again.' }, 'webhookEndpoints.rotate'],
  [
    { final: 'A rule is changed by who writes rules.', instead: 'Change it on its page.' },
    'rules.create rules.update rules.shadow rules.turnOn rules.turnOff rules.remove',
  ],
  [{ nothing: 'It says what a person thinks of a rule.' }, 'rules.judge'],
  [{ nothing: 'It tries a rule, and changes nothing.' }, 'ruleReplays.start ruleReplays.stop'],
  [{ nothing: 'An absence ends by itself.' }, 'away.save away.end'],
  [
    { final: 'The invitation was mailed.', instead: 'Revoke it, or disable the account, on the page Staff.' },
    'staff.invite',
  ],
  [{ final: 'The account is gone.', instead: 'Invite the person again.' }, 'staff.revokeInvitation'],
  [
    { final: 'The second factor is erased.', instead: 'The colleague sets up a new one.' },
    'staff.resetSecondFactor',
  ],
  [
    { final: 'Its people work with it since.', instead: 'Change the role on the page Roles.' },
    'roles.change roles.confirm roles.decline roles.remove',
  ],
  [{ final: 'The session has ended.', instead: 'The colleague signs in again.' }, 'staff.endSession'],
  [{ final: 'The sessions have ended.', instead: 'The colleague signs in again.' }, 'staff.endSessions'],
  [
    { nothing: 'It is a setting or a sign-in of their own.' },
    'staff.saveMySettings staff.renameMyPasskey staff.removeMyPasskey staff.endMySession staff.endMyOtherSessions',
  ],
]

export const kept: Readonly<Record<string, Kept>> = Object.fromEntries(
  said.flatMap(([words, names]) => names.split(' ').map((name) => [name, words])),
)
