/** Why a sign-in with a company's provider was refused: the code in the address of the sign-in page, and its sentence there. */
export const providerRefusals = {
  cancelled: 'The sign-in at the provider was cancelled. Nothing has changed.',
  lost: 'This sign-in has ended, was used already, or began in another browser. Start it again.',
  rejected:
    'The answer of the provider did not pass the checks. Start again; if it stays, an admin should look into it.',
  unavailable: 'The provider does not answer at the moment. Try again later, or sign in another way.',
  address: 'The link leads to another address than this console. Sign in from this page.',
  too_many: 'Too many sign-ins were started from here. Wait 10 minutes and try again.',
  no_email: 'The provider sent no verified email address for you. An admin of the provider can add it.',
  no_role:
    'The provider signed you in, but no role here is for your groups. An admin can map one of your groups to a role.',
  disabled: 'This staff account is disabled.',
  taken:
    'Your email address belongs to a staff account that signs in another way. An operator must look into it.',
  second_factor:
    'Your role requires a second factor, and the provider did not use one. Set one up there and sign in again.',
  stale: 'The provider did not ask you again who you are. Sign out there, and confirm again.',
  other_person: 'You signed in at the provider as another person than here, or your session has ended.',
} as const
export type ProviderRefusalCode = keyof typeof providerRefusals

/** The parameter of a page's address with the code. */
export const refusalParameter = 'sign_in'
