import type { Pointer } from '../blocks/pointer.ts';
import { buildElsewhere, buildGone, type Noun } from '../blocks/refusal.ts';
import { Refused } from './refused.ts';
import type { Asker } from './rows.ts';

/** Throws `Refused` unless this person has the permission. `creatorId`: who asks for an approval, and can't give it. */
export type Check<Needs, Permission> = (
  asker: Asker & { creatorId?: string },
  permission: Permission,
  request: Needs,
) => Promise<void>;

/** What a button or a form is about. `From`: the press, or the form as it was sent. */
export interface About<Needs, Thing, From> {
  noun: Noun;
  /** Reads only our own store. Null: it is not here, or not this person's to see. */
  find: (from: From, request: Needs) => Promise<Thing | null>;
  /** These people need no permission for their own. */
  isTheirs?: (thing: Thing, userId: string) => boolean;
  /** Who asked for an approval. */
  askedBy?: (thing: Thing) => string;
}

/** What the button itself carries. */
export const carried = <T>(noun: Noun, { read }: Pointer<T>) => ({
  noun,
  find: async ({ place }: { place: { value: string | null } }): Promise<T | null> => read(place.value),
});

export interface Admission<Needs, Permission, Thing, From> {
  /** As the log calls it. */
  name: string;
  needs: Permission | null;
  about?: About<Needs, Thing, From>;
}

/** What a request is about, for somebody who may do this. Throws `Refused`. */
export const createAdmit =
  <Needs, Permission>(check: Check<Needs, Permission>) =>
  async <Thing, From>(
    { needs, about }: Admission<Needs, Permission, Thing, From>,
    from: From,
    { isOutsider = false, teamId, userId }: Asker & { isOutsider?: boolean },
    request: Needs,
  ): Promise<Thing> => {
    if (about === undefined) {
      if (needs !== null) await check({ teamId, userId }, needs, request);
      return undefined as Thing;
    }
    const thing = await about.find(from, request);
    if (thing === null) throw new Refused(isOutsider ? buildElsewhere(about.noun) : buildGone(about.noun));
    if (needs === null || about.isTheirs?.(thing, userId)) return thing;
    const creatorId = about.askedBy?.(thing);
    await check({ teamId, userId, ...(creatorId !== undefined && { creatorId }) }, needs, request);
    return thing;
  };
