/** Why nothing is unlocked without a network. */
export const needsConnection =
  'Unlocking needs a connection. It is never done later by itself, so nothing is spent unseen.'
