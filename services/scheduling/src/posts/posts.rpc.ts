import { Controller } from '@nestjs/common';
import { resolveRpc, schedulingRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, Post } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { EncodedJson, RpcContext } from '@postloom/messaging';
import { ChangeTarget } from './change-target.ts';
import { CreatePost } from './create-post.ts';
import { DeletePost } from './delete-post.ts';
import { DuplicatePost } from './duplicate-post.ts';
import { EditPost } from './edit-post.ts';
import { ReadPosts } from './read-posts.ts';
import { ResolveTarget } from './resolve-target.ts';
import { SendPost } from './send-post.ts';

/** The calls of posts. */
@Controller()
export class PostsRpc {
  constructor(
    private readonly createPost: CreatePost,
    private readonly editPost: EditPost,
    private readonly deletePost: DeletePost,
    private readonly sendPost: SendPost,
    private readonly duplicatePost: DuplicatePost,
    private readonly resolveTarget: ResolveTarget,
    private readonly changeTarget: ChangeTarget,
    private readonly readPosts: ReadPosts,
  ) {}

  @Rpc(schedulingRpc.postCreate)
  create(input: ParsedInputOf<typeof schedulingRpc.postCreate>, context: RpcContext): Promise<Post> {
    return this.createPost.execute(input, context);
  }

  @Rpc(schedulingRpc.postUpdate)
  update(input: ParsedInputOf<typeof schedulingRpc.postUpdate>, context: RpcContext): Promise<Post> {
    return this.editPost.execute(input, context);
  }

  @Rpc(schedulingRpc.postDelete)
  delete({ id }: ParsedInputOf<typeof schedulingRpc.postDelete>, context: RpcContext): Promise<{ success: true }> {
    return this.deletePost.execute(id, context);
  }

  @Rpc(schedulingRpc.postPublish)
  publish({ id }: ParsedInputOf<typeof schedulingRpc.postPublish>, context: RpcContext): Promise<Post> {
    return this.sendPost.execute('publish', id, context);
  }

  @Rpc(schedulingRpc.postRetry)
  retry({ id }: ParsedInputOf<typeof schedulingRpc.postRetry>, context: RpcContext): Promise<Post> {
    return this.sendPost.execute('retry', id, context);
  }

  @Rpc(schedulingRpc.postDuplicate)
  duplicate({ id }: ParsedInputOf<typeof schedulingRpc.postDuplicate>, context: RpcContext): Promise<Post> {
    return this.duplicatePost.execute(id, context);
  }

  @Rpc(resolveRpc.targetResolve)
  resolve(input: ParsedInputOf<typeof resolveRpc.targetResolve>, context: RpcContext): Promise<Post> {
    return this.resolveTarget.execute(input, context);
  }

  @Rpc(schedulingRpc.targetUpdate)
  updateTarget(input: ParsedInputOf<typeof schedulingRpc.targetUpdate>, context: RpcContext): Promise<Post> {
    return this.changeTarget.execute(input, context);
  }

  @Rpc(schedulingRpc.postGet)
  get({ id }: ParsedInputOf<typeof schedulingRpc.postGet>, context: RpcContext): Promise<EncodedJson> {
    return this.readPosts.one(id, context);
  }

  @Rpc(schedulingRpc.postList)
  list(query: ParsedInputOf<typeof schedulingRpc.postList>, context: RpcContext): Promise<EncodedJson> {
    return this.readPosts.list(query, context);
  }

  @Rpc(schedulingRpc.postScheduled)
  scheduled(query: ParsedInputOf<typeof schedulingRpc.postScheduled>, context: RpcContext): Promise<EncodedJson> {
    return this.readPosts.scheduled(query, context);
  }

  @Rpc(schedulingRpc.statsGet)
  stats(
    _input: ParsedInputOf<typeof schedulingRpc.statsGet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof schedulingRpc.statsGet>> {
    return this.readPosts.stats(context);
  }
}
