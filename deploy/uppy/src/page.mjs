/**
 * Runs in the browser: Uppy with each of its ways to this product's uploads, and what a person does with it. An integration as short as it
 * can be: an upload id and the size of each file, and the photo saved when its file has arrived in storage.
 */
import Uppy from '@uppy/core';
import AwsS3 from '@uppy/aws-s3';
import GoldenRetriever from '@uppy/golden-retriever';
import XHRUpload from '@uppy/xhr-upload';

const MB = 1_048_576;
const SAVE_TRIES = 6;

/** @type {Record<string, (uppy: Uppy) => void>} */
const ways = {
  // Fewer at the same time than a browser has connections to one host, so that the page itself can still be loaded: Uppy's usual five.
  direct: (uppy) => uppy.use(XHRUpload, { endpoint: ({ meta }) => `/api/photos/direct-upload/${meta.uploadId}` }),
  put: (uppy) =>
    uppy.use(AwsS3, {
      shouldUseMultipart: false,
      generateObjectKey: ({ id }) => id,
      signRequest: async ({ key }) => {
        const { uploadId, fileSize } = uppy.getFile(key).meta;
        const { uploadURL } = await call('POST', '/api/objects/upload', { uploadId, fileSize });
        return { url: uploadURL };
      },
    }),
  form: (uppy) => uppy.use(AwsS3, { companionEndpoint: '/api/uploader', shouldUseMultipart: false }),
  parts: (uppy) => uppy.use(AwsS3, { companionEndpoint: '/api/uploader', shouldUseMultipart: true }),
};

async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) {
    throw Object.assign(new Error(said.message), { status: answer.status });
  }
  return said;
}

/** What has arrived in storage becomes a photo; asked again, whoever lost the answer finds the same one. */
async function save(file) {
  for (let tries = 1; ; tries += 1) {
    try {
      await call('PUT', '/api/photos/upload', { objectURL: file.uploadURL, originalName: file.name });
      return;
    } catch (error) {
      if (error.status < 500 || tries === SAVE_TRIES) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries));
    }
  }
}

let uppy;
/** File ids of what is being saved. */
const saving = new Map();

globalThis.uploads = {
  /** @returns once what an earlier page left has been restored, when it should have left something */
  open(way, isRestoring) {
    uppy = new Uppy({ id: `uppy-${way}`, autoProceed: false });
    uppy.on('file-added', ({ id, size }) => {
      const { uploadId } = uppy.getFile(id).meta;
      uppy.setFileMeta(id, { uploadId: uploadId ?? crypto.randomUUID(), fileSize: size });
    });
    ways[way](uppy);
    const keep = (file) => {
      const said = uppy.getFile(file.id) ?? file;
      const work = way === 'direct' ? Promise.resolve() : save(said);
      const done = { name: file.name, saved: 'under way' };
      saving.set(file.id, done);
      work.then(
        () => (done.saved = 'yes'),
        (error) => (done.saved = error.message),
      );
    };
    uppy.on('upload-success', keep);
    const restored = new Promise((resolve) => uppy.once('restored', resolve));
    uppy.use(GoldenRetriever, { indexedDB: { maxFileSize: 200 * MB, maxTotalSize: 4_000 * MB } });
    return isRestoring
      ? restored.then(() => {
          // Arrived before the page was left, and perhaps not saved.
          uppy
            .getFiles()
            .filter(({ progress }) => progress.uploadComplete)
            .forEach(keep);
        })
      : undefined;
  },

  /** What the person has chosen from their disk. */
  add() {
    for (const file of document.querySelector('input').files) {
      uppy.addFile({ name: file.name, type: file.type, data: file });
    }
  },

  /** Files that a reload would find again. */
  async kept() {
    const [{ name: database } = {}] = (await indexedDB.databases()).filter(({ name }) => name === 'uppy-blobs');
    if (!database) {
      return 0;
    }
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open(database);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction('files').objectStore('files').count();
        counting.onsuccess = () => {
          resolve(counting.result);
          opening.result.close();
        };
      };
    });
  },

  /** @param name of Uppy's own calls */
  tell(name) {
    // What becomes of it is asked from the files; a rejected upload shows itself there, too.
    Promise.resolve(uppy[name]()).catch(() => undefined);
  },

  /** As Uppy's dashboard does when the person presses 'Restore session'. */
  goOn() {
    uppy.emit('restore-confirmed');
  },

  files: () =>
    uppy.getFiles().map(({ id, name, error, isGhost, isPaused, progress }) => ({
      name,
      error: error ?? null,
      isGhost: isGhost ?? false,
      isPaused: isPaused ?? false,
      isThere: Boolean(progress.uploadComplete),
      saved: saving.get(id)?.saved ?? 'no',
    })),
};
