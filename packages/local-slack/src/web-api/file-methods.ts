import { shownImages, toFileRef } from '../files.ts';
import { isRecord, parseJson, readList, readText } from '../page/read-json.ts';
import { fail, type Method } from './method.ts';

export const uploadPath = '/upload/';

const getUploadUrl: Method = (args, world) => {
  const name = readText(args['filename']);
  const length = Number(args['length']);
  if (name === '' || !Number.isSafeInteger(length) || length <= 0) return fail('invalid_arguments');
  const file = world.files.announce({ name, length, altText: readText(args['alt_txt']) });
  return { ok: true, file_id: file.id, upload_url: `${world.baseUrl()}${uploadPath}${file.secret}` };
};

const complete: Method = (args, world) => {
  const given = typeof args['files'] === 'string' ? parseJson(args['files']) : args['files'];
  const wanted = readList(given).filter(isRecord);
  if (wanted.length === 0) return fail('invalid_arguments');
  const files = wanted.map((one) => ({
    file: world.files.find(readText(one['id'])),
    title: readText(one['title']),
  }));
  if (files.some(({ file }) => !file?.uploaded || file.completed)) return fail('file_not_found');
  const channel = readText(args['channel_id']);
  const place = channel === '' ? undefined : world.workspace.conversation(channel);
  if (channel !== '' && !place) return fail('channel_not_found');
  if (place && !place.botIsMember)
    return fail(place.kind === 'public' ? 'not_in_channel' : 'channel_not_found');
  const done = files.flatMap(({ file, title }) => (file === undefined ? [] : [{ file, title }]));
  for (const { file, title } of done) {
    world.files.complete(file, title);
    if (place) world.files.share(file, place.id);
  }
  if (place)
    world.messages.add({
      channel: place.id,
      user: world.team.ids.botUser,
      text: readText(args['initial_comment']),
      files: done.map(({ file }) => toFileRef(file)),
      threadTs: readText(args['thread_ts']) || null,
    });
  return { ok: true, files: done.map(({ file }) => ({ id: file.id, title: file.title })) };
};

const info: Method = (args, world) => {
  const file = world.files.find(readText(args['file']));
  if (!file?.completed || file.deletedAs !== null) return fail('file_not_found');
  const isReady = !shownImages.includes(file.mimetype) || world.files.look(file);
  return {
    ok: true,
    file: {
      id: file.id,
      name: file.name,
      title: file.title,
      size: file.bytes.length,
      mimetype: isReady ? file.mimetype : '',
      url_private: file.url,
      permalink: file.url,
    },
  };
};

const remove: Method = (args, world) => {
  const file = world.files.find(readText(args['file']));
  if (!file?.completed || file.deletedAs !== null) return fail('file_not_found');
  world.files.delete(file, 'file_deleted');
  return { ok: true };
};

export const fileMethods: Record<string, Method> = {
  'files.getUploadURLExternal': getUploadUrl,
  'files.completeUploadExternal': complete,
  'files.info': info,
  'files.delete': remove,
};
