# What the Makefiles of c, cpp and mpi share: the workspace's release library, and where programs go. HERE is theirs.
CARGO ?= cargo
ROOT := $(abspath $(HERE)/../..)
# As cargo does it: a relative folder counts from where cargo runs, which is the root of the workspace.
TARGET := $(if $(filter /%,$(CARGO_TARGET_DIR)),$(CARGO_TARGET_DIR),$(ROOT)/$(or $(CARGO_TARGET_DIR),target))
BIN := $(TARGET)/examples-$(notdir $(HERE))
LIBRARY := $(TARGET)/release/libsgmcmc.a
.DEFAULT_GOAL := all

# Only cargo knows whether the library is up to date.
$(LIBRARY): library
	@:

library:
	cd $(ROOT) && CARGO_TARGET_DIR=$(TARGET) $(CARGO) build --release -p sgmcmc-ffi

clean:
	rm -rf $(BIN)

.PHONY: all library clean
